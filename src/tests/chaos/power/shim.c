/*
 * Stands between SQLite and the kernel: logs every write, truncation and returned fsync of one database, and ends the
 * log where the bench wants the power cut. Loaded with LD_PRELOAD; steered over a shared page (power/meter.ts).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { DATABASE, WAL, FOLDER, NOTHING };
enum { WRITE = 1, TRUNCATE, SYNC, BROKEN_WRITE };

struct page {
  uint64_t cut_at; /* the operation at which the power goes; 0: none */
  uint64_t done;   /* operations so far */
  uint64_t off;    /* the power is off: nothing counts any more */
  char database[4096 - 3 * sizeof(uint64_t)];
};
struct entry {
  uint32_t kind, file;
  uint64_t offset, length;
};

static struct page *page;
static int log_fd = -1;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static int (*real_ftruncate)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_rename)(const char *, const char *);
static int (*real_renameat)(int, const char *, int, const char *);

__attribute__((constructor)) static void begin(void) {
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_writev = dlsym(RTLD_NEXT, "writev");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_renameat = dlsym(RTLD_NEXT, "renameat");
  const char *path = getenv("CRIER_POWER_PAGE"), *log = getenv("CRIER_POWER_LOG");
  if (!path || !log) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *at = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  log_fd = open(log, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (at != MAP_FAILED && log_fd >= 0) page = at;
}

/* Which of the watched files this is. */
static int which(int fd) {
  if (!page || !page->database[0] || page->off) return NOTHING;
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return NOTHING;
  path[length] = 0;
  size_t own = strlen(page->database);
  if (strncmp(path, page->database, own) == 0) {
    if (path[own] == 0) return DATABASE;
    return strcmp(path + own, "-wal") == 0 ? WAL : NOTHING;
  }
  const char *slash = strrchr(page->database, '/');
  size_t folder = slash ? (size_t)(slash - page->database) : 0;
  return (size_t)length == folder && strncmp(path, page->database, folder) == 0 ? FOLDER : NOTHING;
}

static void note(uint32_t kind, int file, uint64_t offset, const void *data, uint64_t length) {
  struct entry entry = {kind, (uint32_t)file, offset, length};
  real_write(log_fd, &entry, sizeof entry);
  if (data) real_write(log_fd, data, length);
}

/* Counts an operation that is about to begin; true when the power goes in the middle of it. */
static int cut(void) {
  if (++page->done != page->cut_at) return 0;
  page->off = 1;
  return 1;
}

static ssize_t written(int file, const void *data, uint64_t offset, ssize_t length) {
  if (length > 0) note(WRITE, file, offset, data, (uint64_t)length);
  return length;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  int file = which(fd);
  if (file > WAL) return real_pwrite(fd, data, length, offset);
  if (cut()) {
    note(BROKEN_WRITE, file, (uint64_t)offset, data, length);
    return real_pwrite(fd, data, length, offset);
  }
  return written(file, data, (uint64_t)offset, real_pwrite(fd, data, length, offset));
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

ssize_t write(int fd, const void *data, size_t length) {
  int file = which(fd);
  if (file > WAL) return real_write(fd, data, length);
  uint64_t offset = (uint64_t)lseek64(fd, 0, SEEK_CUR);
  if (cut()) {
    note(BROKEN_WRITE, file, offset, data, length);
    return real_write(fd, data, length);
  }
  return written(file, data, offset, real_write(fd, data, length));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (which(fd) > WAL) return real_writev(fd, parts, count);
  ssize_t all = 0;
  for (int i = 0; i < count; i++) {
    ssize_t one = write(fd, parts[i].iov_base, parts[i].iov_len);
    if (one < 0) return all > 0 ? all : one;
    all += one;
  }
  return all;
}

int ftruncate64(int fd, off64_t length) {
  int file = which(fd);
  if (file > WAL || cut()) return real_ftruncate(fd, length);
  int result = real_ftruncate(fd, length);
  if (result == 0) note(TRUNCATE, file, (uint64_t)length, NULL, 0);
  return result;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int synced(int fd, int (*real)(int)) {
  int file = which(fd);
  if (file == NOTHING || cut()) return real(fd);
  int result = real(fd);
  if (result == 0) note(SYNC, file, 0, NULL, 0);
  return result;
}
int fsync(int fd) { return synced(fd, real_fsync); }
int fdatasync(int fd) { return synced(fd, real_fdatasync); }

/* Files beside the database get their names by renaming: without power they get none, so that they stay as they were. */
static int dead(const char *path) {
  if (!page || !page->off) return 0;
  const char *slash = strrchr(page->database, '/');
  return slash && strncmp(path, page->database, (size_t)(slash - page->database) + 1) == 0;
}
int rename(const char *from, const char *to) { return dead(to) ? 0 : real_rename(from, to); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return dead(to) ? 0 : real_renameat(from_folder, from, to_folder, to);
}
