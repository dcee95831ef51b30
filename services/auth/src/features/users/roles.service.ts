import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { SecurityLog } from '../security-log/security-log.service.js';
import { UsersService } from './users.service.js';

/** Roles above a plain reader; a superuser is also staff (G49). */
export const ROLES = ['creator', 'staff', 'superuser'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/** Sets roles. For operators: no API route does it. */
@Injectable()
export class RolesService {
  constructor(
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: SecurityLog,
  ) {}

  /** Replaces the roles of a user and publishes the change. Returns false when the user does not exist. */
  async set(username: string, roles: readonly Role[]): Promise<boolean> {
    const user = await this.users.findByIdentifier(username);
    if (!user) return false;
    const flags = {
      isCreator: roles.includes('creator'),
      isStaff: roles.includes('staff'),
      isSuperuser: roles.includes('superuser'),
    };
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.users.change(user.id, flags, tx))) return false;
      await this.log.add(
        { action: 'roles.changed', userId: user.id, details: { roles: roles.join(' ') } },
        tx,
      );
      return true;
    });
  }
}
