import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { makeProcessFolder, removeStaleFolders } from '@hamkhan/sandbox/temporary-folder/process-folder';

const PREFIX = 'hamkhan-sources-';
const MAX_FILES = 8;

type Entry = { file: Promise<string>; users: number; usedAt: number };

/** Caches uploaded files on this worker's disk while their pages are processed. Evicts the least recently used file first. */
@Injectable()
export class SourceFileService implements OnModuleInit, OnModuleDestroy {
  private readonly entries = new Map<string, Entry>();
  private folder = '';

  constructor(private readonly objects: ObjectStore) {}

  async onModuleInit(): Promise<void> {
    await removeStaleFolders(PREFIX);
    this.folder = await makeProcessFolder(PREFIX);
  }

  async onModuleDestroy(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs `work` with the local path of the file, which stays on disk meanwhile. */
  async use<T>(objectKey: string, work: (file: string) => Promise<T>): Promise<T> {
    const entry = this.entries.get(objectKey) ?? this.fetch(objectKey);
    entry.users += 1;
    try {
      return await work(await entry.file);
    } finally {
      entry.users -= 1;
      entry.usedAt = Date.now();
      await this.evict();
    }
  }

  private fetch(objectKey: string): Entry {
    const file = join(this.folder, objectKey.replace(/[^A-Za-z0-9.-]/g, '_'));
    const entry: Entry = {
      users: 0,
      usedAt: Date.now(),
      file: mkdir(this.folder, { recursive: true })
        .then(() => this.objects.downloadTo(objectKey, file))
        .then(() => file),
    };
    this.entries.set(objectKey, entry);
    entry.file.catch(() => this.entries.delete(objectKey));
    return entry;
  }

  private async evict(): Promise<void> {
    const idle = [...this.entries].filter(([, entry]) => entry.users === 0);
    idle.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, entry] of idle.slice(0, Math.max(0, this.entries.size - MAX_FILES))) {
      this.entries.delete(key);
      await entry.file.then((file) => rm(file, { force: true })).catch(() => undefined);
    }
  }
}
