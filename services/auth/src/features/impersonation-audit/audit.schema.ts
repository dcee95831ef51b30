import mongoose from 'mongoose';

export const AUDIT_ACTIONS = ['loginas.started', 'loginas.ended', 'loginas.refused'] as const;

/** An entry of the impersonation audit log (C36). Append-only. */
export type AuditRow = {
  _id: mongoose.Types.ObjectId;
  action: (typeof AUDIT_ACTIONS)[number];
  actorId: mongoose.Types.ObjectId;
  subjectId: mongoose.Types.ObjectId;
  sessionId: string;
  ip: string;
  at: Date;
};

export const AUDIT = 'Audit';
export const AuditSchema = new mongoose.Schema<AuditRow>(
  {
    action: { type: String, enum: AUDIT_ACTIONS, required: true },
    actorId: { type: mongoose.Schema.Types.ObjectId, required: true },
    subjectId: { type: mongoose.Schema.Types.ObjectId, required: true },
    sessionId: { type: String, required: true },
    ip: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'audit', versionKey: false },
);
/** Audit log, newest first. */
AuditSchema.index({ at: -1, _id: -1 });
