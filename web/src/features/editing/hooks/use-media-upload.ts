import type { MediaType } from '@hamkhan/contracts/http/media';
import { useEffect, useRef, useState } from 'react';
import type { useMedia } from '../api/media.js';
import { fileRefusal } from '../lib/media-files.js';

type Upload = { name: string; share: number; cancel: () => void };
type Refusal = { name: string; reason: NonNullable<ReturnType<typeof fileRefusal>> };

/** Uploads one file at a time: its progress, why a file was refused before sending, and why an upload failed. */
export const useMediaUpload = (type: MediaType, save: ReturnType<typeof useMedia>['save']) => {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const reason = fileRefusal(file, type);
    setFailure(null);
    setRefusal(reason ? { name: file.name, reason } : null);
    if (reason || upload) return;
    const controller = new AbortController();
    running.current = controller;
    setUpload({ name: file.name, share: 0, cancel: () => controller.abort() });
    try {
      await save(file, {
        signal: controller.signal,
        onProgress: (share) => setUpload((known) => known && { ...known, share }),
      });
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error);
    }
    setUpload(null);
  };
  return { upload, refusal, failure, send };
};

export type MediaUpload = ReturnType<typeof useMediaUpload>;
