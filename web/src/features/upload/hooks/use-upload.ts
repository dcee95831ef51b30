import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { useEffect, useReducer, useRef } from 'react';
import { type ApiError, toApiError } from '../../../shared/api/api-error.js';
import { uploadDocument } from '../api/upload-document.js';
import { type Refusal, refusalOf } from '../components/accepted-file.js';

/** The states of an upload (ACC-UPLOAD-09). */
export type UploadState =
  | { step: 'idle'; refusal: Refusal | null }
  | { step: 'chosen'; file: File; error: ApiError | null }
  | { step: 'sending'; file: File; share: number }
  | { step: 'done' }
  | { step: 'duplicate'; file: File; id: string };

type UploadEvent =
  | { type: 'choose'; file: File }
  | { type: 'reset' }
  | { type: 'send' }
  | { type: 'progress'; share: number }
  | { type: 'done' }
  | { type: 'duplicate'; id: string }
  | { type: 'failed'; error: ApiError };

const IDLE: UploadState = { step: 'idle', refusal: null };

const next = (state: UploadState, event: UploadEvent): UploadState => {
  switch (event.type) {
    case 'choose': {
      if (state.step === 'sending') return state;
      const refusal = refusalOf(event.file);
      return refusal ? { step: 'idle', refusal } : { step: 'chosen', file: event.file, error: null };
    }
    case 'reset':
      return IDLE;
    case 'send':
      return state.step === 'chosen' ? { step: 'sending', file: state.file, share: 0 } : state;
    case 'progress':
      return state.step === 'sending' ? { ...state, share: event.share } : state;
    case 'done':
      return { step: 'done' };
    case 'duplicate':
      return state.step === 'sending' ? { step: 'duplicate', file: state.file, id: event.id } : state;
    case 'failed':
      return state.step === 'sending' ? { step: 'chosen', file: state.file, error: event.error } : state;
  }
};

/** Chooses and uploads one file; unmounting cancels the upload. */
export const useUpload = () => {
  const [state, dispatch] = useReducer(next, IDLE);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (language: SourceLanguage) => {
    if (state.step !== 'chosen') return;
    const controller = new AbortController();
    running.current = controller;
    dispatch({ type: 'send' });
    try {
      const response = await uploadDocument(state.file, language, {
        signal: controller.signal,
        onProgress: (share) => dispatch({ type: 'progress', share }),
      });
      dispatch(response.duplicate ? { type: 'duplicate', id: response.id } : { type: 'done' });
    } catch (error) {
      if (controller.signal.aborted) return;
      dispatch({
        type: 'failed',
        error: toApiError(error),
      });
    }
  };

  return {
    state,
    choose: (file: File) => dispatch({ type: 'choose', file }),
    send,
    /** Cancels the upload and removes the file. */
    reset: () => {
      running.current?.abort();
      dispatch({ type: 'reset' });
    },
  };
};
