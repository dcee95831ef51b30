import { randomBytes } from 'node:crypto';
import type { TestProduct } from '@hamkhan/testing/product-harness';

/** Adds an account with the same password, and a library and a translation memory of its own. `rights`: what it may beyond others. */
export async function addAccount(
  product: TestProduct,
  like: string,
  username: string,
  rights: { isStaff?: true } = {},
): Promise<void> {
  const users = product.rows<{ identifiers: string[] }>('auth', 'users');
  const model = await users.findOne({ identifiers: like });
  if (!model) throw new Error(`no account ${like}`);
  const { _id, ...rest } = model;
  await users.insertOne({
    ...rest,
    ...rights,
    username,
    identifiers: [username],
    referralCode: randomBytes(8).toString('hex'),
  } as never);
}
