// Lists pictures that games reference and that were not checked since the current build was added.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { isSvg } from './read-picture-source.ts';

export interface DuePicture {
  readonly game: string;
  readonly source: string;
  readonly build: number | undefined;
}

interface NamedRow {
  readonly game: string;
  readonly source: string;
  readonly build: number | null;
}

/** @param game only this game's pictures, including existing ones */
export async function listDuePictures({ kysely }: Database, game?: string): Promise<DuePicture[]> {
  const { rows } = await sql<NamedRow>`
    with named as (
      select games.game, source,
        case when source like '/%' then (
          select max(build_number) from builds where builds.game = games.game and url = '/'
        ) end as build
      from games
      cross join lateral (
        select config -> 'StorePage' ->> 'WideArt' as source
        union select config -> 'StorePage' ->> 'SquareArt'
        union select jsonb_array_elements_text(config -> 'StorePage' -> 'Screenshots')
        union select image_url from products where products.game = games.game
      ) as sources
      where source is not null
        -- Those beside the content were made when they came.
        and source !~ '/pictures/[0-9a-f]{32}/whole[.]webp$'
        and (${game ?? null}::text is null or games.game = ${game ?? null})
    )
    select named.game, named.source, named.build
    from named left join pictures using (game, source)
    where ${game ?? null}::text is not null
      or pictures.game is null
      or pictures.build_number is distinct from named.build
      -- Failed sources are tried again, but not all day.
      or (pictures.fault is not null and named.source not like '/%' and pictures.made_at < now() - interval '1 day')
    order by named.game, named.source`.execute(kysely);
  return rows
    .filter(({ source }) => !isSvg(source))
    .map(({ build, ...each }) => ({ ...each, build: build ?? undefined }));
}
