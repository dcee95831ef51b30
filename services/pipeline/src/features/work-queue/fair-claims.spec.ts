import { describe, expect, it } from '@jest/globals';
import { byRank, FairClaims, MAX_URGENT_IN_A_ROW, NORMAL_RANK } from './fair-claims.js';

type Row = { _id: string; ownerId: string; rank: number };
type Owners = { $gt?: string; $lte?: string; $nin?: string[] };
type Filter = { ownerId: Owners; rank: { $lt?: number; $gte?: number } };

/** Claims from a list as MongoDB does. */
const claimsOf = (waiting: Row[]) => {
  const isIn = ({ $gt = '', $lte = '~', $nin = [] }: Owners, { ownerId }: Row): boolean =>
    ownerId > $gt && ownerId <= $lte && !$nin.includes(ownerId);
  const claim = (filter: Filter): Promise<Row | null> => {
    const { $lt = Infinity, $gte = -Infinity } = filter.rank;
    const [first] = waiting
      .filter((row) => isIn(filter.ownerId, row) && row.rank < $lt && row.rank >= $gte)
      .sort((a, b) => a.ownerId.localeCompare(b.ownerId) || a.rank - b.rank || a._id.localeCompare(b._id));
    if (first) waiting.splice(waiting.indexOf(first), 1);
    return Promise.resolve(first ?? null);
  };
  return new FairClaims<Row>({ claim }, byRank({ urgent: 'urgent', normal: 'normal' }));
};
const rowsOf = (ownerId: string, total: number, firstRank = NORMAL_RANK): Row[] =>
  Array.from({ length: total }, (_, n) => ({
    _id: `${ownerId}${firstRank + n}`,
    ownerId,
    rank: firstRank + n,
  }));
const idsOf = async (claims: FairClaims<Row>, count: number, without?: string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await claims.claim({}, without))?._id ?? 'none');
  return ids;
};

describe('FairClaims', () => {
  it('takes a row of each owner in turn, and the lowest rank of an owner first', async () => {
    const claims = claimsOf([...rowsOf('a', 5), ...rowsOf('b', 2), ...rowsOf('c', 1)]);
    expect(await idsOf(claims, 9)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3', 'a4', 'none']);
  });

  it('takes turns also between claims that run at the same time', async () => {
    const claims = claimsOf([...rowsOf('a', 4), ...rowsOf('b', 4)]);
    const claimed = await Promise.all(Array.from({ length: 4 }, () => claims.claim({})));
    expect(claimed.map((row) => row?._id)).toEqual(['a0', 'b0', 'a1', 'b1']);
  });

  it('takes rows that readers wait for first, in turn by owner too', async () => {
    const claims = claimsOf([
      ...rowsOf('a', 2),
      ...rowsOf('b', 2, -20),
      ...rowsOf('c', 1, -10),
      ...rowsOf('d', 1),
    ]);
    expect(await idsOf(claims, 6)).toEqual(['b-20', 'c-10', 'b-19', 'a0', 'd0', 'a1']);
  });

  it('takes one normal row after as many urgent ones as a reader has open', async () => {
    const claims = claimsOf([...rowsOf('a', 20, -100), ...rowsOf('b', 2)]);
    const ids = await idsOf(claims, 2 * (MAX_URGENT_IN_A_ROW + 1));
    expect(ids.flatMap((id, index) => (id.startsWith('b') ? index : []))).toEqual([
      MAX_URGENT_IN_A_ROW,
      2 * MAX_URGENT_IN_A_ROW + 1,
    ]);
  });

  it('leaves out normal rows of some owners, and none that readers wait for', async () => {
    const claims = claimsOf([...rowsOf('a', 3), ...rowsOf('a', 1, -5), ...rowsOf('b', 2)]);
    expect(await idsOf(claims, 4, ['a'])).toEqual(['a-5', 'b0', 'b1', 'none']);
    expect(await idsOf(claims, 1)).toEqual(['a0']);
  });

  it('continues after a claim that failed', async () => {
    let calls = 0;
    const claim = (): Promise<Row | null> => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('outage')) : Promise.resolve(rowsOf('a', 1)[0] ?? null);
    };
    const claims = new FairClaims<Row>({ claim }, { order: { _id: 1 }, normal: { index: 'n' } });
    await expect(claims.claim({})).rejects.toThrow('outage');
    expect(await claims.claim({})).toMatchObject({ _id: 'a0' });
  });
});
