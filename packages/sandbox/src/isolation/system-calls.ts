/**
 * The system calls that Node.js and the programs of a conversion may use, as `name:x86_64:arm64`; `-` where the architecture lacks the
 * call. Everything else looks to the program as if the kernel did not have it. Left out on purpose, among others: `socket` and `connect`,
 * `ptrace`, `mount`, `unshare`, `setns`, `bpf`, `io_uring_*` (which passes by the filter), `keyctl`, `memfd_create`, and `clone3`, whose
 * flags a filter can't read. The numbers are those of the kernel headers; a test compares them.
 */
// cspell:disable
const ALLOWED = `
  read:0:63 write:1:64 readv:19:65 writev:20:66 pread64:17:67 pwrite64:18:68 preadv:295:69 pwritev:296:70
  preadv2:327:286 pwritev2:328:287 open:2:- openat:257:56 openat2:437:437 creat:85:- close:3:57
  close_range:436:436 stat:4:- fstat:5:80 lstat:6:- newfstatat:262:79 statx:332:291 statfs:137:43
  fstatfs:138:44 access:21:- faccessat:269:48 faccessat2:439:439 readlink:89:- readlinkat:267:78
  getdents:78:- getdents64:217:61 lseek:8:62 truncate:76:45 ftruncate:77:46 fallocate:285:47
  fadvise64:221:223 readahead:187:213 sync_file_range:277:84 fsync:74:82 fdatasync:75:83
  copy_file_range:326:285 sendfile:40:71 splice:275:76 tee:276:77 rename:82:- renameat:264:38
  renameat2:316:276 link:86:- linkat:265:37 symlink:88:- symlinkat:266:36 unlink:87:- unlinkat:263:35
  mkdir:83:- mkdirat:258:34 rmdir:84:- umask:95:166 chdir:80:49 fchdir:81:50 getcwd:79:17 utime:132:-
  utimes:235:- utimensat:280:88 futimesat:261:- flock:73:32 fcntl:72:25 dup:32:23 dup2:33:- dup3:292:24
  pipe:22:- pipe2:293:59 inotify_init1:294:26 inotify_add_watch:254:27 inotify_rm_watch:255:28
  getxattr:191:8 lgetxattr:192:9 fgetxattr:193:10 listxattr:194:11 llistxattr:195:12 flistxattr:196:13
  mmap:9:222 munmap:11:215 mprotect:10:226 mremap:25:216 madvise:28:233 brk:12:214 msync:26:227
  mincore:27:232 membarrier:324:283 mlock:149:228 munlock:150:229 pkey_mprotect:329:288 pkey_alloc:330:289
  pkey_free:331:290 poll:7:- ppoll:271:73 select:23:- pselect6:270:72 epoll_create:213:-
  epoll_create1:291:20 epoll_ctl:233:21 epoll_wait:232:- epoll_pwait:281:22 epoll_pwait2:441:441
  eventfd:284:- eventfd2:290:19 timerfd_create:283:85 timerfd_settime:286:86 timerfd_gettime:287:87
  signalfd:282:- signalfd4:289:74 fork:57:- vfork:58:- execve:59:221 exit:60:93 exit_group:231:94
  wait4:61:260 waitid:247:95 kill:62:129 tkill:200:130 tgkill:234:131 pidfd_open:434:434
  pidfd_send_signal:424:424 rt_sigaction:13:134 rt_sigprocmask:14:135 rt_sigreturn:15:139
  rt_sigpending:127:136 rt_sigtimedwait:128:137 rt_sigqueueinfo:129:138 rt_tgsigqueueinfo:297:240
  rt_sigsuspend:130:133 sigaltstack:131:132 pause:34:- restart_syscall:219:128 getpid:39:172 getppid:110:173
  gettid:186:178 getpgid:121:155 getpgrp:111:- setpgid:109:154 getsid:124:156 setsid:112:157 getuid:102:174
  geteuid:107:175 getgid:104:176 getegid:108:177 getresuid:118:148 getresgid:120:150 getgroups:115:158
  setresuid:117:147 setresgid:119:149 setgroups:116:159 capget:125:90 capset:126:91 prctl:157:167
  arch_prctl:158:- set_tid_address:218:96 set_robust_list:273:99 get_robust_list:274:100 futex:202:98
  futex_waitv:449:449 rseq:334:293 sched_yield:24:124 sched_getaffinity:204:123 sched_setaffinity:203:122
  sched_getparam:143:121 sched_getscheduler:145:120 sched_setscheduler:144:119
  sched_get_priority_max:146:125 sched_get_priority_min:147:126 getcpu:309:168 getpriority:140:141
  setpriority:141:140 nanosleep:35:101 clock_nanosleep:230:115 clock_gettime:228:113 clock_getres:229:114
  gettimeofday:96:169 time:201:- times:100:153 alarm:37:- getitimer:36:102 setitimer:38:103
  timer_create:222:107 timer_settime:223:110 timer_gettime:224:108 timer_getoverrun:225:109
  timer_delete:226:111 getrlimit:97:163 setrlimit:160:164 prlimit64:302:261 getrusage:98:165 sysinfo:99:179
  uname:63:160 getrandom:318:278 sendto:44:206 recvfrom:45:207 sendmsg:46:211 recvmsg:47:212
  shutdown:48:210 getsockname:51:204 getpeername:52:205 getsockopt:55:209 setsockopt:54:208`;

/** Calls that are allowed with some arguments only; seccomp-filter.ts has the conditions. */
const CONDITIONAL =
  'clone:56:220 ioctl:16:29 socketpair:53:199 chmod:90:- fchmod:91:52 fchmodat:268:53 fchmodat2:452:452';

// cspell:enable
export type Architecture = 'x64' | 'arm64';
const COLUMN = { x64: 1, arm64: 2 } as const;

export const allowedCalls = (architecture: Architecture): ReadonlyMap<string, number> =>
  numbersIn(ALLOWED, architecture);
export const conditionalCalls = (architecture: Architecture): ReadonlyMap<string, number> =>
  numbersIn(CONDITIONAL, architecture);

function numbersIn(table: string, architecture: Architecture): Map<string, number> {
  const rows = table
    .trim()
    .split(/\s+/)
    .map((row) => row.split(':'));
  return new Map(
    rows.flatMap((row) => {
      const number = row[COLUMN[architecture]] ?? '-';
      return number === '-' ? [] : [[row[0] ?? '', Number(number)] as const];
    }),
  );
}
