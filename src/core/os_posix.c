// SPDX-License-Identifier: MIT
// os.h for POSIX systems.

#include "os.h"

#ifndef _WIN32

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
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

bool os_is_link(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

bool os_is_same(const char *path, const char *other)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
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

int os_free_space(const char *path, uint64_t *bytes)
{
    struct statvfs about;
    if (statvfs(path, &about) != 0) {
        return -1;
    }
    *bytes = (uint64_t)about.f_bavail * about.f_frsize;
    return 0;
}

int os_rename(const char *from, const char *to)
{
    return rename(from, to);
}

int os_remove(const char *path)
{
    return unlink(path);
}

int os_list_folder(const char *path, bool (*tell)(const char *name, void *context),
                   void *context)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return -1;
    }
    const struct dirent *entry;
    do {
        errno = 0; // which alone tells the end from a failure
        entry = readdir(folder);
    } while (entry != NULL && tell(entry->d_name, context));
    int error = entry == NULL ? errno : 0;
    closedir(folder);
    errno = error;
    return error ? -1 : 0;
}

char *os_user_folder(const char *below)
{
    // By the XDG Base Directory Specification a relative path is as good as none.
    const char *user = getenv("XDG_DATA_HOME");
    bool is_home = user == NULL || user[0] != '/';
    if (is_home) {
        user = getenv("HOME");
    }
    if (user == NULL || user[0] == '\0') {
        return NULL;
    }
    const char *middle = is_home ? "/.local/share/" : "/";
    size_t size = strlen(user) + strlen(middle) + strlen(below) + 1;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s%s%s", user, middle, below);
    }
    return path;
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

void os_guard_streams(void)
{
    // Opened so that reading from it or writing to it fails. open() takes the lowest free
    // number, which is the one just found to be closed.
    for (int stream = 0; stream <= 2; stream++) {
        if (fcntl(stream, F_GETFD) == -1) {
            open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
        }
    }
}

bool os_is_terminal(FILE *file)
{
    return isatty(fileno(file)) != 0;
}

int os_columns(FILE *file)
{
    struct winsize size;
    return ioctl(fileno(file), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool os_obeys_escapes(FILE *file)
{
    const char *term = getenv("TERM");
    return os_is_terminal(file) && !(term != NULL && strcmp(term, "dumb") == 0);
}

char **os_arguments(int count, char **arguments)
{
    (void)count;
    return arguments;
}

#endif
