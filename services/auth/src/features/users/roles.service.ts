import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { UsersService } from './users.service.js';

/** What a user may be beside a reader; a superuser is staff too (G49). */
export const ROLES = ['creator', 'staff', 'superuser'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/** Gives and takes roles, for the operator of the product: no call of the API does. */
@Injectable()
export class RolesService {
  constructor(
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Makes exactly these the roles of who signs in with that name, and tells the others; false where nobody does. */
  async set(username: string, roles: readonly Role[]): Promise<boolean> {
    const user = await this.users.findByIdentifier(username);
    if (!user) return false;
    const flags = {
      isCreator: roles.includes('creator'),
      isStaff: roles.includes('staff'),
      isSuperuser: roles.includes('superuser'),
    };
    return (await this.unitOfWork.run((tx) => this.users.change(user.id, flags, tx))) !== null;
  }
}
