// SPDX-License-Identifier: MIT
// os.h for Windows: UTF-8 names become UTF-16, files are opened as bytes.

#include "os.h"

#ifdef _WIN32

#include <windows.h>
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Bytes of one call: the C library counts in unsigned int, and consoles refuse big ones.
#define CHUNK_SIZE ((size_t)1 << 24)

// The name as UTF-16, for free(); NULL and errno when it is not UTF-8.
static wchar_t *wide(const char *path)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
    if (size <= 0) {
        errno = EINVAL;
        return NULL;
    }
    wchar_t *name = malloc((size_t)size * sizeof *name);
    if (name != NULL) {
        MultiByteToWideChar(CP_UTF8, 0, path, -1, name, size);
    }
    return name;
}

// The name as UTF-8, for free(); NULL when there is no memory.
static char *narrow(const wchar_t *name)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    char *path = size > 0 ? malloc((size_t)size) : NULL;
    if (path != NULL) {
        WideCharToMultiByte(CP_UTF8, 0, name, -1, path, size, NULL, NULL);
    }
    return path;
}

static int error_number(DWORD error)
{
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return EACCES;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    default:
        return EIO;
    }
}

os_kind os_look(const char *path)
{
    wchar_t *name = wide(path);
    if (name == NULL) {
        return OS_NOTHING;
    }
    struct _stat64 about;
    int result = _wstat64(name, &about);
    free(name);
    if (result != 0) {
        return OS_NOTHING;
    }
    int kind = about.st_mode & _S_IFMT;
    return kind == _S_IFREG ? OS_FILE : kind == _S_IFDIR ? OS_FOLDER : OS_OTHER;
}

bool os_is_same(const char *path, const char *other)
{
    wchar_t full[2][1024] = {{0}, {0}};
    const char *const paths[2] = {path, other};
    for (int i = 0; i < 2; i++) {
        wchar_t *name = wide(paths[i]);
        DWORD length = name != NULL ? GetFullPathNameW(name, 1024, full[i], NULL) : 0;
        free(name);
        if (length == 0 || length >= 1024) {
            return false;
        }
    }
    return os_look(path) != OS_NOTHING && _wcsicmp(full[0], full[1]) == 0;
}

bool os_is_link(const char *path)
{
    wchar_t *name = wide(path);
    DWORD about = name != NULL ? GetFileAttributesW(name) : INVALID_FILE_ATTRIBUTES;
    free(name);
    return about != INVALID_FILE_ATTRIBUTES && (about & FILE_ATTRIBUTE_REPARSE_POINT);
}

static int open_as(const char *path, int flags)
{
    wchar_t *name = wide(path);
    if (name == NULL) {
        return -1;
    }
    int file = _wopen(name, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    free(name);
    return file;
}

int os_open_read(const char *path)
{
    return open_as(path, _O_RDONLY);
}

int os_open_write(const char *path)
{
    return open_as(path, _O_WRONLY | _O_CREAT | _O_TRUNC);
}

int os_open_stdout(void)
{
    fflush(stdout); // what was printed before comes before
    int file = _fileno(stdout);
    return _setmode(file, _O_BINARY) == -1 ? -1 : file;
}

static unsigned int chunk(size_t size)
{
    return (unsigned int)(size < CHUNK_SIZE ? size : CHUNK_SIZE);
}

int64_t os_size(int file)
{
    return _filelengthi64(file);
}

int64_t os_read(int file, void *data, size_t size)
{
    return _read(file, data, chunk(size));
}

int64_t os_write(int file, const void *data, size_t size)
{
    int64_t count = _write(file, data, chunk(size));
    if (count < 0 && errno == EINVAL) {
        errno = EPIPE; // what Windows says of a pipe without a reader
    }
    return count;
}

int os_truncate(int file, uint64_t size)
{
    errno_t error = _chsize_s(file, (int64_t)size);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return _lseeki64(file, (int64_t)size, SEEK_SET) < 0 ? -1 : 0;
}

int os_close(int file)
{
    return _close(file);
}

int os_make_folder(const char *path)
{
    wchar_t *name = wide(path);
    if (name == NULL) {
        return -1;
    }
    int result = _wmkdir(name);
    free(name);
    return result;
}

int os_free_space(const char *path, uint64_t *bytes)
{
    ULARGE_INTEGER left;
    wchar_t *name = wide(path);
    bool is_known = name != NULL && GetDiskFreeSpaceExW(name, &left, NULL, NULL);
    free(name);
    *bytes = is_known ? left.QuadPart : 0;
    return is_known ? 0 : -1;
}

int os_rename(const char *from, const char *to)
{
    wchar_t *old_name = wide(from);
    wchar_t *new_name = wide(to);
    BOOL done = FALSE;
    if (old_name != NULL && new_name != NULL) {
        // rename() of Windows refuses a name that exists.
        done = MoveFileExW(old_name, new_name, MOVEFILE_REPLACE_EXISTING);
        if (!done) {
            errno = error_number(GetLastError());
        }
    }
    int error = errno;
    free(old_name);
    free(new_name);
    errno = error;
    return done ? 0 : -1;
}

int os_remove(const char *path)
{
    wchar_t *name = wide(path);
    if (name == NULL) {
        return -1;
    }
    int result = _wunlink(name);
    free(name);
    return result;
}

// Each name that the search finds, until there are no more or `tell` has enough.
static void tell_all(HANDLE search, WIN32_FIND_DATAW *found,
                     bool (*tell)(const char *name, void *context), void *context)
{
    bool goes_on;
    do {
        char *name = narrow(found->cFileName);
        goes_on = name == NULL || tell(name, context);
        free(name);
    } while (goes_on && FindNextFileW(search, found));
}

int os_list_folder(const char *path, bool (*tell)(const char *name, void *context),
                   void *context)
{
    static const char all[] = "\\*";
    size_t length = strlen(path);
    char *pattern = malloc(length + sizeof all);
    if (pattern == NULL) {
        return -1;
    }
    memcpy(pattern, path, length);
    memcpy(pattern + length, all, sizeof all);
    wchar_t *name = wide(pattern);
    free(pattern);
    if (name == NULL) {
        return -1;
    }
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileW(name, &found);
    free(name);
    if (search == INVALID_HANDLE_VALUE) {
        errno = error_number(GetLastError());
        return -1;
    }
    tell_all(search, &found, tell, context);
    FindClose(search);
    return 0;
}

// The value of a variable as UTF-8, for free(). getenv() of the C library knows no
// letters but those of the code page.
static char *environment(const wchar_t *variable)
{
    DWORD size = GetEnvironmentVariableW(variable, NULL, 0);
    wchar_t *value = size > 1 ? malloc(size * sizeof *value) : NULL;
    char *utf8 = NULL;
    if (value != NULL && GetEnvironmentVariableW(variable, value, size) == size - 1) {
        utf8 = narrow(value);
    }
    free(value);
    return utf8;
}

char *os_user_folder(const char *below)
{
    char *user = environment(L"LOCALAPPDATA");
    if (user == NULL) {
        return NULL;
    }
    size_t length = strlen(user);
    size_t size = length + strlen(below) + 2;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s/%s", user, below);
        for (char *p = path + length; *p != '\0'; p++) {
            *p = *p == '/' ? '\\' : *p;
        }
    }
    free(user);
    return path;
}

unsigned long os_process_id(void)
{
    return (unsigned long)_getpid();
}

bool os_is_absolute(const char *path)
{
    return os_is_separator(path[0]) || (path[0] != '\0' && path[1] == ':');
}

bool os_is_separator(char c)
{
    return c == '/' || c == '\\';
}

void os_guard_streams(void)
{
}

static HANDLE stream_handle(FILE *file)
{
    return (HANDLE)_get_osfhandle(_fileno(file));
}

// Not _isatty(), which takes NUL for a terminal.
bool os_is_terminal(FILE *file)
{
    DWORD mode;
    return GetConsoleMode(stream_handle(file), &mode) != 0;
}

int os_columns(FILE *file)
{
    CONSOLE_SCREEN_BUFFER_INFO about;
    // One less: a full line makes an old console begin another.
    return GetConsoleScreenBufferInfo(stream_handle(file), &about)
               ? about.srWindow.Right - about.srWindow.Left
               : 0;
}

bool os_obeys_escapes(FILE *file)
{
    HANDLE console = stream_handle(file);
    DWORD mode;
    return GetConsoleMode(console, &mode) &&
           ((mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) ||
            SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING));
}

// main's own arguments are in the code page of the system, which lacks most letters.
char **os_arguments(int count, char **arguments)
{
    int wide_count = 0;
    wchar_t **wide_arguments = CommandLineToArgvW(GetCommandLineW(), &wide_count);
    char **utf8 = calloc((size_t)count + 1, sizeof *utf8);
    SetConsoleOutputCP(CP_UTF8);
    if (utf8 == NULL || wide_arguments == NULL || wide_count != count) {
        free(utf8);
        LocalFree(wide_arguments);
        return arguments;
    }
    for (int i = 0; i < count; i++) {
        utf8[i] = narrow(wide_arguments[i]);
        utf8[i] = utf8[i] != NULL ? utf8[i] : arguments[i];
    }
    LocalFree(wide_arguments);
    return utf8;
}

#endif
