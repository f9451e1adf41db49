#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# portable.sh BUILD: holds the sources to what other systems have, as far as that can be told
# on this one. The program and library of BUILD, made by gcc, call nothing of the system but
# functions of C11 and POSIX.1-2008 that macOS has; and every source compiles for a 64-bit
# ARM, so none takes the processor to be an x86.
#
# The panel's file of C++ is left out: its names are those of Dear ImGui and of a library
# that is linked into the program.
#
# When it names a function that your change needs: it is either one of Linux or glibc, and
# belongs in a file of Linux's own, or it is in C11 or POSIX and in macOS's manual, too; then
# add it to `known`.
set -u
build=$(realpath "$1")
status=0

# Everything of these headers of C11; of POSIX, what is used or may well be.
known() {
    tr -s ' \n' '\n' <<TEXT
isalnum isalpha iscntrl isdigit islower isprint isspace isupper isxdigit tolower toupper
localeconv setlocale
acos asin atan atan2 ceil cos erf erfc exp exp2 fabs floor fma fmax fmin fmod frexp ldexp log log10 log2
lrint lround modf nextafter pow remainder rint round sin sqrt tan tanh trunc cbrt hypot
acosf asinf atanf atan2f ceilf cosf expf exp2f fabsf floorf fmaf fmaxf fminf fmodf frexpf hypotf
ldexpf
logf log2f lrintf lroundf modff nextafterf powf rintf roundf sinf sqrtf tanf truncf
raise signal
clearerr fclose feof ferror fflush fgetc fgets fopen fprintf fputc fputs fread freopen fscanf
fseek ftell fwrite getc getchar perror printf putc putchar puts remove rename rewind setbuf
setvbuf snprintf sprintf sscanf stderr stdin stdout tmpfile ungetc vfprintf vprintf vsnprintf
_Exit _exit abort abs atexit atof atoi bsearch calloc div exit free getenv labs llabs malloc qsort realloc
strtod strtof strtol strtold strtoll strtoul strtoull system
memchr memcmp memcpy memmove memset strcat strchr strcmp strcpy strcspn strerror strlen strncat
strncmp strncpy strpbrk strrchr strspn strstr strtok
clock difftime gmtime localtime mktime strftime time
chdir close closedir dlclose dlerror dlopen dlsym dup dup2 execv execvp fcntl fdopen fileno fork
fstat fsync ftruncate getcwd getpid isatty kill lseek lstat mkdir mkstemp open opendir pipe poll
read readdir rmdir setenv sigaction sigaddset sigdelset sigemptyset sigfillset stat statvfs strdup
strndup sysconf unlink unsetenv waitpid write
clock_gettime nanosleep
pthread_cond_broadcast pthread_cond_destroy pthread_cond_init pthread_cond_signal
pthread_cond_wait pthread_create pthread_detach pthread_equal pthread_join
pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock
pthread_mutex_unlock pthread_once pthread_self pthread_sigmask
TEXT
    # For TIOCGWINSZ alone, the width of a terminal; macOS has both in sys/ioctl.h.
    printf '%s\n' ioctl
    # How glibc spells errno, isdigit(), signal() and sscanf().
    printf '%s\n' __errno_location __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc \
        __sysv_signal __isoc99_sscanf
    # What gcc and the linker put there by themselves; sincos for a sin and a cos,
    # __popcountdi2 for a __builtin_popcount, __udivmodti4 and so on for integers of 128 bits.
    printf '%s\n' __udivmodti4 __udivti3 __umodti3 __floattidf __floatuntidf
    printf '%s\n' sincos __popcountdi2 _GLOBAL_OFFSET_TABLE_ __tls_get_addr __cpu_model __stack_chk_fail
}

# Of the objects: what they need and none of them has, without the libraries' functions.
needed() {
    local objects
    objects=$(find "$build"/CMakeFiles -name '*.o' ! -path '*/CMakeScratch/*')
    # shellcheck disable=SC2086
    comm -23 <(nm -u $(grep -v '\.cpp\.o$' <<<"$objects") | awk 'NF == 2 { print $2 }' | sort -u) \
        <(nm --defined-only $objects | awk 'NF == 3 { print $3 }' | sort -u) |
        grep -Ev '^(glfw|json_|libdeflate_|omp_|GOMP_)'
}

needed >"$build/needed.txt"
grep -qx malloc "$build/needed.txt" || { echo "portable.sh: no objects in $build"; exit 1; }
strange=$(comm -23 "$build/needed.txt" <(known | sort -u))
if [ -n "$strange" ]; then
    printf 'not known to be on macOS, see %s:\n%s\n' "$0" "$strange"
    status=1
fi

arm=aarch64-linux-gnu-gcc
if ! command -v $arm >/dev/null; then
    echo "portable.sh: $arm is missing (Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross)"
    exit 1
fi
# The build's own commands, without the kernels of x86, whose own files CMake leaves out there.
python3 - "$build" $arm <<'TEXT' || status=1
import json, os, shlex, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

build, arm = sys.argv[1:]

def check(entry):
    words = shlex.split(entry['command'])
    is_other = '/tests/' in entry['file'] or entry['file'].endswith('.cpp')
    if is_other or any(word.startswith(('-msse', '-mavx')) for word in words):
        return None
    words = words[1:words.index('-o')] + [entry['file']]
    # Headers of other libraries are the same for all processors.
    command = [arm, '-fsyntax-only', '-Werror', '-idirafter', '/usr/include'] + words
    done = subprocess.run(command, cwd=entry['directory'], capture_output=True, text=True)
    if done.returncode:
        print(f"{entry['file']} does not compile for ARM:\n{done.stderr}")
    return done.returncode == 0

with ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(pool.map(check, json.load(open(f'{build}/compile_commands.json'))))
count = sum(result is not None for result in results)
print(f'{count} files compile for a 64-bit ARM' if count and False not in results else 'not all')
sys.exit(not count or False in results)
TEXT
exit $status
