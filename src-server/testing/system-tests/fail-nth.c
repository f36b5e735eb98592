/*
 * Fails, on demand, the Nth call by which a process touches its data folder. Loaded with LD_PRELOAD into the built
 * server by the system tests: SQLite and Node both reach the disk through these functions of the C library.
 *
 * FAIL_NTH_CONTROL names a file of `struct control`, which the test writes and reads while the server runs;
 * FAIL_NTH_FOLDER is the data folder. Built with: cc -shared -fPIC -O2 fail-nth.c -o fail-nth.so -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, WRITE = 2, SYNC = 4, RENAME = 8, UNLINK = 16, MKDIR = 32, TRUNCATE = 64, LINK = 128, READ = 256, SYNCING = 512 };
enum { OTHER = 1, DATABASE = 2, WAL = 4, SHM = 8, OBJECT = 16, FOLDER = 32, SOCKET = 64 };
enum { MOST_FDS = 65536, MOST_ENTRIES = 16384 };

struct control {
  uint32_t calls;    /* which kinds of calls are counted */
  uint32_t places;   /* on which kinds of files */
  uint32_t nth;      /* this one fails; 0: none */
  uint32_t error;    /* with this errno */
  uint32_t onwards;  /* 1: and all that follow */
  uint32_t torn;     /* 1: a failing write leaves half of its bytes behind */
  _Atomic uint32_t counted;
  _Atomic uint32_t failed;
  uint32_t recording;
  _Atomic uint32_t entries;
  uint32_t entry[MOST_ENTRIES]; /* call << 19 | place << 12 | descriptor; calls in the order they ended */
};

static struct control *control;
static char folder[PATH_MAX];
static size_t folder_length;
static _Atomic uint8_t place_of[MOST_FDS];

__attribute__((constructor)) static void start(void) {
  const char *file = getenv("FAIL_NTH_CONTROL"), *within = getenv("FAIL_NTH_FOLDER");
  if (!file || !within) return;
  strncpy(folder, within, sizeof folder - 1);
  folder_length = strlen(folder);
  int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  int fd = real_open(file, O_RDWR | O_CLOEXEC);
  if (fd < 0) abort();
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) abort();
  control = mapped;
  close(fd);
}

static int ends_with(const char *path, const char *end) {
  size_t length = strlen(path), tail = strlen(end);
  return length >= tail && strcmp(path + length - tail, end) == 0;
}

/* 0 for files outside the data folder. */
static int place(const char *path) {
  if (!control || strncmp(path, folder, folder_length) != 0) return 0;
  const char *inner = path + folder_length;
  if (ends_with(inner, "-wal")) return WAL;
  if (ends_with(inner, "-shm")) return SHM;
  if (ends_with(inner, ".sqlite")) return DATABASE;
  if (strcmp(inner, "/files") == 0) return FOLDER;
  return strncmp(inner, "/files/", 7) == 0 ? OBJECT : OTHER;
}

/* A descriptor of a closed file may have been reused for a pipe to another process. */
static int place_at(int fd) {
  struct stat found;
  if (fd < 0 || fd >= MOST_FDS || !place_of[fd]) return 0;
  if (fstat(fd, &found) == 0 && S_ISSOCK(found.st_mode)) place_of[fd] = 0;
  return place_of[fd];
}

/* Whether this call has to fail; sets errno then. */
static int fails(int call, int where) {
  if (!control || !(control->calls & call) || !(control->places & where)) return 0;
  uint32_t number = atomic_fetch_add(&control->counted, 1) + 1;
  if (control->nth == 0 || number < control->nth || (number > control->nth && !control->onwards)) return 0;
  atomic_fetch_add(&control->failed, 1);
  errno = (int)control->error;
  return 1;
}

static void record(int call, int where, int fd) {
  if (!control || !control->recording || !where) return;
  uint32_t at = atomic_fetch_add(&control->entries, 1);
  if (at < MOST_ENTRIES) control->entry[at] = (uint32_t)call << 19 | (uint32_t)where << 12 | (uint32_t)(fd & 0xfff);
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = dlsym(RTLD_NEXT, #name)

static int opened(int fd, int where, int is_new) {
  if (fd >= 0 && fd < MOST_FDS) place_of[fd] = (uint8_t)where;
  if (fd >= 0 && is_new) record(OPEN, where, fd);
  return fd;
}

#define OPENER(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list rest; \
      va_start(rest, flags); \
      mode = va_arg(rest, mode_t); \
      va_end(rest); \
    } \
    int where = place(path); \
    if (where && fails(OPEN, where)) return -1; \
    return opened(real(path, flags, mode), where, flags & O_CREAT); \
  }
OPENER(open)
OPENER(open64)

int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < MOST_FDS) place_of[fd] = 0;
  return real(fd);
}

/* Only success responses matter on a socket. */
static void record_answer(int fd, const void *bytes, size_t count) {
  struct stat found;
  if (!control || !control->recording || count < 10 || memcmp(bytes, "HTTP/1.1 2", 10) != 0) return;
  if (fstat(fd, &found) == 0 && S_ISSOCK(found.st_mode)) record(WRITE, SOCKET, fd);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(write);
  int where = place_at(fd);
  if (!where) record_answer(fd, bytes, count);
  if (where && fails(WRITE, where)) {
    int error = errno;
    if (control->torn) (void)!real(fd, bytes, count / 2);
    errno = error;
    return -1;
  }
  ssize_t written = real(fd, bytes, count);
  record(WRITE, where, fd);
  return written;
}

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  REAL(writev);
  int where = place_at(fd);
  if (!where && count > 0) record_answer(fd, pieces[0].iov_base, pieces[0].iov_len);
  if (where && fails(WRITE, where)) {
    int error = errno;
    if (control->torn) (void)!real(fd, pieces, (count + 1) / 2);
    errno = error;
    return -1;
  }
  ssize_t written = real(fd, pieces, count);
  record(WRITE, where, fd);
  return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  REAL(pwrite64);
  int where = place_at(fd);
  if (where && fails(WRITE, where)) {
    int error = errno;
    if (control->torn) (void)!real(fd, bytes, count / 2, offset);
    errno = error;
    return -1;
  }
  ssize_t written = real(fd, bytes, count, offset);
  record(WRITE, where, fd);
  return written;
}

ssize_t read(int fd, void *bytes, size_t count) {
  REAL(read);
  int where = place_at(fd);
  if (where && fails(READ, where)) return -1;
  return real(fd, bytes, count);
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t offset) {
  REAL(pread64);
  int where = place_at(fd);
  if (where && fails(READ, where)) return -1;
  return real(fd, bytes, count, offset);
}

#define ON_DESCRIPTOR(name, call) \
  int name(int fd) { \
    REAL(name); \
    int where = place_at(fd); \
    if (where && fails(call, where)) return -1; \
    record(SYNCING, where, fd); \
    int done = real(fd); \
    record(call, where, fd); \
    return done; \
  }
ON_DESCRIPTOR(fsync, SYNC)
ON_DESCRIPTOR(fdatasync, SYNC)

int ftruncate64(int fd, off64_t length) {
  REAL(ftruncate64);
  int where = place_at(fd);
  return where && fails(TRUNCATE, where) ? -1 : real(fd, length);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  int where = place(to);
  if (where && fails(RENAME, where)) return -1;
  int done = real(from, to);
  record(RENAME, where, 0);
  return done;
}

int unlink(const char *path) {
  REAL(unlink);
  int where = place(path);
  return where && fails(UNLINK, where) ? -1 : real(path);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  int where = place(path);
  return where && fails(MKDIR, where) ? -1 : real(path, mode);
}

int link(const char *from, const char *to) {
  REAL(link);
  int where = place(to);
  return where && fails(LINK, where) ? -1 : real(from, to);
}
