// SPDX-License-Identifier: MIT
// os.h for POSIX systems.

#include "os.h"

#ifndef _WIN32

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

os_kind os_look(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        return OS_NOTHING;
    }
    return S_ISREG(about.st_mode)   ? OS_FILE
           : S_ISDIR(about.st_mode) ? OS_FOLDER
                                    : OS_OTHER;
}

int os_open_read(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

int os_open_write(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

int os_open_stdout(void)
{
    fflush(stdout); // what was printed before comes before
    return STDOUT_FILENO;
}

int64_t os_size(int file)
{
    struct stat about;
    return fstat(file, &about) != 0 ? -1 : (int64_t)about.st_size;
}

int64_t os_read(int file, void *data, size_t size)
{
    ssize_t count;
    do {
        count = read(file, data, size);
    } while (count < 0 && errno == EINTR);
    return count;
}

int64_t os_write(int file, const void *data, size_t size)
{
    ssize_t count;
    do {
        count = write(file, data, size);
    } while (count < 0 && errno == EINTR);
    return count;
}

int os_truncate(int file, uint64_t size)
{
    if (ftruncate(file, (off_t)size) != 0) {
        return -1;
    }
    return lseek(file, (off_t)size, SEEK_SET) < 0 ? -1 : 0;
}

int os_close(int file)
{
    return close(file);
}

int os_make_folder(const char *path)
{
    return mkdir(path, 0777);
}

int os_rename(const char *from, const char *to)
{
    return rename(from, to);
}

int os_remove(const char *path)
{
    return unlink(path);
}

unsigned long os_process_id(void)
{
    return (unsigned long)getpid();
}

bool os_is_absolute(const char *path)
{
    return path[0] == '/';
}

bool os_is_separator(char c)
{
    return c == '/';
}

char **os_arguments(int count, char **arguments)
{
    (void)count;
    return arguments;
}

#endif
