// SPDX-License-Identifier: MIT
// Threads, mutexes and conditions: pthreads, or what Windows has in their place.
//
// The objects are plain structs inside their owner. They stay at one address from create
// to destroy (or join).

#ifndef MOTE_CORE_THREAD_H
#define MOTE_CORE_THREAD_H

#include "status.h"

#ifndef _WIN32
#include <pthread.h>
#endif

typedef struct thread {
#ifdef _WIN32
    void *handle;
#else
    pthread_t handle;
#endif
    void (*body)(void *argument);
    void *argument;
} thread;

typedef struct mutex {
#ifdef _WIN32
    void *lock; // an SRWLOCK, whose header we keep out of everybody's way
#else
    pthread_mutex_t lock;
#endif
} mutex;

typedef struct condition {
#ifdef _WIN32
    void *variable; // a CONDITION_VARIABLE
#else
    pthread_cond_t variable;
#endif
} condition;

// Runs body(argument) on a thread of its own. Signals stay with the other threads: Ctrl-C
// never lands here, and writing to a closed pipe is an error (EPIPE), not a killed
// process.
mote_status thread_create(thread *thread, void (*body)(void *argument), void *argument);
// Waits for the thread's end. Each created thread is joined once.
void thread_join(thread *thread);

void mutex_create(mutex *mutex);
void mutex_destroy(mutex *mutex);
void mutex_lock(mutex *mutex);
void mutex_unlock(mutex *mutex);

void condition_create(condition *condition);
void condition_destroy(condition *condition);
// Unlocks the mutex, waits to be woken, locks it again. May wake for no reason: call it
// in a loop that tests what is waited for.
void condition_wait(condition *condition, mutex *mutex);
void condition_wake_one(condition *condition);
void condition_wake_all(condition *condition);

// Runs a function once in the life of the process, whoever comes first; the others wait.
//     static once ready = ONCE;
//     once_run(&ready, prepare);
#ifdef _WIN32
typedef struct once {
    void *state; // an INIT_ONCE
} once;
#define ONCE                                                                             \
    {                                                                                    \
        0                                                                                \
    }
#else
typedef struct once {
    pthread_once_t state;
} once;
#define ONCE                                                                             \
    {                                                                                    \
        PTHREAD_ONCE_INIT                                                                \
    }
#endif
void once_run(once *once, void (*body)(void));

#endif
