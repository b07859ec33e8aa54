// A model for tests of saves: two devices of one player that edit, go offline, lose requests and replies, and restart.
// Every edit changes one key and counts in the key of its device, so each state shows which edits it contains.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ApiCallResult } from './call-api.ts';

export type CallSaves = (call: 'read' | 'write', body: object) => Promise<ApiCallResult>;

type Keys = Readonly<Record<string, string>>;

interface StoredSave {
  readonly Revision: number;
  readonly Keys: Keys;
}

interface PendingWrite {
  readonly request: object;
  readonly result: Keys;
}

export class SavesModel {
  readonly story: string[] = [];
  /** What must not happen, with the story until then. */
  readonly faults: string[] = [];
  readonly devices: readonly [SaveDevice, SaveDevice];
  acknowledgedWrites = 0;
  questions = 0;
  /** Every state that a device had. The server must store no other, such as a mixture of two. */
  readonly #states: Keys[] = [{}];
  readonly #acknowledged = new Map<DeviceName, number>();
  /** Edits that the player gave up when asked. */
  readonly #discarded = new Set<string>();
  readonly #call: CallSaves;

  constructor(call: CallSaves, labels: readonly [string, string] = ['Phone', 'Desk']) {
    this.#call = call;
    this.devices = [new SaveDevice('a', labels[0], this), new SaveDevice('b', labels[1], this)];
  }

  write(body: object): Promise<ApiCallResult> {
    return this.#call('write', body);
  }

  /** The reply must contain what was acknowledged before the request was sent. */
  async read(body: object): Promise<ApiCallResult> {
    const acknowledged = new Map(this.#acknowledged);
    const reply = await this.#call('read', body);
    const { Keys } = (reply.outcome === 'done' ? reply.body : {}) as Partial<StoredSave>;
    if (Keys) this.#check(Keys, acknowledged);
    return reply;
  }

  addState(keys: Keys): void {
    this.#states.push(keys);
  }

  /** Every edit in an acknowledged state is acknowledged. */
  acknowledge(keys: Keys): void {
    this.acknowledgedWrites += 1;
    for (const name of names) {
      const count = countEdits(keys, name);
      for (let edit = 1; edit <= count; edit += 1)
        if (!this.#discarded.has(`${name}${edit}`))
          this.#acknowledged.set(name, Math.max(this.#acknowledged.get(name) ?? 0, edit));
    }
  }

  /** The player keeps one state: the edits that only the other one contains are given up. */
  discard(kept: Keys, dropped: Keys): void {
    this.questions += 1;
    for (const name of names)
      for (let edit = countEdits(kept, name) + 1; edit <= countEdits(dropped, name); edit += 1)
        this.#discarded.add(`${name}${edit}`);
  }

  #check(stored: Keys, acknowledged: ReadonlyMap<DeviceName, number>): void {
    if (!this.#states.some((each) => isDeepStrictEqual(each, stored)))
      this.#report(`stores ${JSON.stringify(stored)}, which no device had`);
    for (const [name, last] of acknowledged)
      for (let edit = countEdits(stored, name) + 1; edit <= last; edit += 1)
        if (!this.#discarded.has(`${name}${edit}`))
          this.#report(`lost ${name}${edit}, and the player was not asked: ${JSON.stringify(stored)}`);
  }

  /** Connects both devices until neither has anything to send. Both must then have what the server stores. */
  async settle(): Promise<void> {
    const [a, b] = this.devices;
    for (let round = 0; round < 6; round += 1) for (const device of this.devices) await device.sync(round % 2 === 0);
    const reply = await this.read({});
    if (reply.outcome !== 'done') return this.#report(`can't be read: ${JSON.stringify(reply)}`);
    const { Keys } = reply.body as StoredSave;
    for (const { name, local } of [a, b])
      if (!isDeepStrictEqual(local, Keys))
        this.#report(`stores ${JSON.stringify(Keys)} and ${name} has ${JSON.stringify(local)}`);
  }

  tell(line: string): void {
    this.story.push(line);
  }

  #report(fault: string): void {
    this.faults.push(`The server ${fault}\n${this.story.join('\n')}`);
  }
}

export class SaveDevice {
  readonly name: DeviceName;
  local: Keys = {};
  isOnline = true;
  readonly #label: string;
  readonly #model: SavesModel;
  #edits = 0;
  #base: StoredSave = { Revision: 0, Keys: {} };
  #pending: PendingWrite | undefined;

  constructor(name: DeviceName, label: string, model: SavesModel) {
    [this.name, this.#label, this.#model] = [name, label, model];
  }

  edit(key: string): void {
    this.#edits += 1;
    const value = `${this.name}${this.#edits}`;
    const { [key]: had, ...others } = this.local;
    // Every third edit removes the key.
    this.local = {
      ...others,
      ...((had === undefined || this.#edits % 3 > 0) && { [key]: value }),
      [this.name]: String(this.#edits),
    };
    this.#model.addState(this.local);
    this.#model.tell(`${this.name} edits ${key}: ${value}`);
  }

  /** @param keepsOwn the player's answer if the portal has to ask */
  async sync(keepsOwn: boolean): Promise<void> {
    if (!this.isOnline) return;
    if (!this.#pending && isDeepStrictEqual(this.local, this.#base.Keys)) return this.#pull();
    this.#pending ??= this.#prepareWrite();
    const { request, result } = this.#pending;
    const reply = await this.#model.write(request);
    if (reply.outcome === 'done') {
      const { Revision } = reply.body as { Revision: number };
      this.#model.tell(`${this.name} has written ${Revision}: ${JSON.stringify(result)}`);
      this.#base = { Revision, Keys: result };
      this.#pending = undefined;
      this.#model.acknowledge(result);
    } else if (reply.outcome === 'refused' && reply.code === 'SaveConflict') await this.#resolve(keepsOwn);
    else this.#model.tell(`${this.name} writes and gets no reply (${JSON.stringify(reply)})`);
  }

  #prepareWrite(): PendingWrite {
    const { Revision, Keys } = this.#base;
    const changed = Object.entries(this.local).filter(([key, value]) => Keys[key] !== value);
    const request = {
      BaseRevision: Revision,
      WriteId: randomUUID(),
      Set: Object.fromEntries(changed),
      Remove: Object.keys(Keys).filter((key) => !(key in this.local)),
      Device: this.#label,
    };
    return { request, result: this.local };
  }

  async #pull(): Promise<void> {
    const reply = await this.#model.read({ KnownRevision: this.#base.Revision });
    if (reply.outcome !== 'done') return;
    const stored = reply.body as Partial<StoredSave>;
    if (stored.Keys === undefined || stored.Revision === undefined) return;
    this.#adopt({ Revision: stored.Revision, Keys: stored.Keys });
  }

  async #resolve(keepsOwn: boolean): Promise<void> {
    const reply = await this.#model.read({});
    if (reply.outcome !== 'done') return;
    const stored = reply.body as StoredSave;
    this.#pending = undefined;
    if (isDeepStrictEqual(stored.Keys, this.local)) return this.#adopt(stored);
    const [kept, dropped] = keepsOwn ? [this.local, stored.Keys] : [stored.Keys, this.local];
    this.#model.tell(`${this.name} conflicts with ${stored.Revision}; the player keeps ${JSON.stringify(kept)}`);
    this.#model.discard(kept, dropped);
    this.#base = stored;
    this.local = kept;
  }

  #adopt(stored: StoredSave): void {
    this.#model.tell(`${this.name} takes over ${stored.Revision}: ${JSON.stringify(stored.Keys)}`);
    this.#base = stored;
    this.local = stored.Keys;
  }
}

const names = ['a', 'b'] as const;
type DeviceName = (typeof names)[number];

const countEdits = (keys: Keys, name: DeviceName): number => Number(keys[name] ?? 0);
