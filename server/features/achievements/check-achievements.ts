import { maxAchievementPoints, type AchievementEntry } from './achievement-entry.ts';

interface UnlockingQuest {
  readonly Achievement?: string;
  readonly ReportedBy?: 'Page' | 'Server';
  readonly Reward?: object;
}

/** What is wrong with a document's achievements and with the quests that unlock them, each with its path. */
export function* findAchievementFaults(
  achievements: readonly AchievementEntry[],
  quests: readonly UnlockingQuest[],
): Generator<string> {
  const codes = achievements.map(({ Code }) => Code);
  for (const [at, entry] of achievements.entries()) {
    const place = `/Achievements/${at}`;
    if (codes.indexOf(entry.Code) < at) yield `${place}/Code stands there twice`;
    if (Object.values(entry.Names).every((name) => name.trim() === ''))
      yield `${place}/Names needs a text in at least one language`;
    const { Target = 1, UnlockedBy = 'Game', MaxStep, StepSeconds } = entry;
    if (MaxStep !== undefined && MaxStep > Target) yield `${place}/MaxStep is more than Target`;
    if (UnlockedBy !== 'Game')
      for (const [name, limit] of Object.entries({ MaxStep, StepSeconds }))
        if (limit !== undefined) yield `${place}/${name} limits the game's page, which can't unlock this achievement`;
    if (UnlockedBy === 'Quest' && !quests.some(({ Achievement }) => Achievement === entry.Code))
      yield `${place}/UnlockedBy is Quest, and no quest unlocks it`;
  }
  const points = achievements.reduce((sum, { Points = 0 }) => sum + Points, 0);
  if (points > maxAchievementPoints)
    yield `/Achievements have ${points} points together, and at most ${maxAchievementPoints} are allowed`;
  for (const [at, { Achievement, ReportedBy, Reward }] of quests.entries()) {
    if (Achievement === undefined) continue;
    const unlocked = achievements.find(({ Code }) => Code === Achievement);
    if (!unlocked) yield `/Quests/${at}/Achievement is ${Achievement}, and there is no such achievement`;
    const isForgeable = ReportedBy === 'Page' || (ReportedBy === undefined && !Reward);
    if (unlocked?.UnlockedBy === 'Server' && isForgeable)
      yield `/Quests/${at}/ReportedBy must be Server: players could forge the events and unlock an achievement that only the game's server may unlock`;
  }
}
