// SPDX-License-Identifier: MIT
// The wrapper of thread.h, first for POSIX, then for Windows.

#include "thread.h"

#include <assert.h>

#ifdef _WIN32
#include <windows.h>
#include <process.h>
#include <stdint.h>
#else
#include <signal.h>
#include <string.h>
#endif

#ifndef _WIN32

static void *run_thread(void *argument)
{
    thread *self = argument;
    self->body(self->argument);
    return NULL;
}

// All signals but those that a thread's own fault raises.
static void fill_outside_signals(sigset_t *signals)
{
    sigfillset(signals);
    sigdelset(signals, SIGSEGV);
    sigdelset(signals, SIGBUS);
    sigdelset(signals, SIGFPE);
    sigdelset(signals, SIGILL);
    sigdelset(signals, SIGABRT);
    sigdelset(signals, SIGTRAP);
#ifdef SIGPROF
    sigdelset(signals, SIGPROF);
#endif
}

mote_status thread_create(thread *thread, void (*body)(void *argument), void *argument)
{
    thread->body = body;
    thread->argument = argument;
    // A thread inherits the mask of its creator.
    sigset_t blocked, before;
    fill_outside_signals(&blocked);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    int error = pthread_create(&thread->handle, NULL, run_thread, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        return fail(MOTE_FAILED, "cannot start a thread: %s; try fewer with --threads",
                    strerror(error));
    }
    return MOTE_OK;
}

void thread_join(thread *thread)
{
    int error = pthread_join(thread->handle, NULL);
    assert(error == 0);
    (void)error;
}

void mutex_create(mutex *mutex)
{
    int error = pthread_mutex_init(&mutex->lock, NULL);
    assert(error == 0);
    (void)error;
}

void mutex_destroy(mutex *mutex)
{
    pthread_mutex_destroy(&mutex->lock);
}

void mutex_lock(mutex *mutex)
{
    pthread_mutex_lock(&mutex->lock);
}

void mutex_unlock(mutex *mutex)
{
    pthread_mutex_unlock(&mutex->lock);
}

void condition_create(condition *condition)
{
    int error = pthread_cond_init(&condition->variable, NULL);
    assert(error == 0);
    (void)error;
}

void condition_destroy(condition *condition)
{
    pthread_cond_destroy(&condition->variable);
}

void condition_wait(condition *condition, mutex *mutex)
{
    pthread_cond_wait(&condition->variable, &mutex->lock);
}

void condition_wake_one(condition *condition)
{
    pthread_cond_signal(&condition->variable);
}

void condition_wake_all(condition *condition)
{
    pthread_cond_broadcast(&condition->variable);
}

void once_run(once *once, void (*body)(void))
{
    pthread_once(&once->state, body);
}

#else

static_assert(sizeof(SRWLOCK) == sizeof(void *), "mutex holds an SRWLOCK");
static_assert(sizeof(CONDITION_VARIABLE) == sizeof(void *), "condition holds one");
static_assert(sizeof(INIT_ONCE) == sizeof(void *), "once holds an INIT_ONCE");

static unsigned __stdcall run_thread(void *argument)
{
    thread *self = argument;
    self->body(self->argument);
    return 0;
}

mote_status thread_create(thread *thread, void (*body)(void *argument), void *argument)
{
    thread->body = body;
    thread->argument = argument;
    uintptr_t handle = _beginthreadex(NULL, 0, run_thread, thread, 0, NULL);
    if (handle == 0) {
        return fail(MOTE_FAILED, "cannot start a thread; try fewer with --threads");
    }
    thread->handle = (void *)handle;
    return MOTE_OK;
}

void thread_join(thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

void mutex_create(mutex *mutex)
{
    InitializeSRWLock((SRWLOCK *)&mutex->lock);
}

void mutex_destroy(mutex *mutex)
{
    (void)mutex; // an SRWLOCK holds nothing
}

void mutex_lock(mutex *mutex)
{
    AcquireSRWLockExclusive((SRWLOCK *)&mutex->lock);
}

void mutex_unlock(mutex *mutex)
{
    ReleaseSRWLockExclusive((SRWLOCK *)&mutex->lock);
}

void condition_create(condition *condition)
{
    InitializeConditionVariable((CONDITION_VARIABLE *)&condition->variable);
}

void condition_destroy(condition *condition)
{
    (void)condition; // holds nothing
}

void condition_wait(condition *condition, mutex *mutex)
{
    SleepConditionVariableSRW((CONDITION_VARIABLE *)&condition->variable,
                              (SRWLOCK *)&mutex->lock, INFINITE, 0);
}

void condition_wake_one(condition *condition)
{
    WakeConditionVariable((CONDITION_VARIABLE *)&condition->variable);
}

void condition_wake_all(condition *condition)
{
    WakeAllConditionVariable((CONDITION_VARIABLE *)&condition->variable);
}

typedef struct once_body {
    void (*run)(void);
} once_body;

static BOOL CALLBACK run_once(INIT_ONCE *state, void *argument, void **context)
{
    (void)state;
    (void)context;
    once_body *body = argument;
    body->run();
    return TRUE;
}

void once_run(once *once, void (*body)(void))
{
    once_body argument = {body};
    InitOnceExecuteOnce((INIT_ONCE *)&once->state, run_once, &argument, NULL);
}

#endif
