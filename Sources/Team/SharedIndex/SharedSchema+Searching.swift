extension SharedSchema {
  /// The functions that search.
  ///
  /// They run as the owner of the tables, who alone sees all rows. Each row that one returns, or counts, is one that the
  /// reader may read.
  ///
  /// A reader is the role that is connected. Only members of `sitta_gateway` may name another one.
  static let searching =
    conditions + accelerating + #"""
      -- The words of titles, names, tags and people, among which a search looks first.
      ALTER TABLE content ADD COLUMN head tsvector NOT NULL GENERATED ALWAYS AS (ts_filter(words, '{a,b,c}')) STORED;
      CREATE INDEX content_head ON content USING gin(head) WITH (gin_pending_list_limit = 1024);

      -- The classes of documents that a reader may read.
      CREATE FUNCTION classes(reader text) RETURNS int[] LANGUAGE plpgsql STABLE SECURITY DEFINER
      SET search_path = sitta, pg_temp AS $$
      BEGIN
        IF reader <> session_user AND NOT pg_has_role(session_user, 'sitta_gateway', 'member') THEN
          RAISE EXCEPTION 'Only a member of sitta_gateway may search for another reader.' USING ERRCODE = '42501';
        END IF;
        RETURN coalesce((SELECT array_agg(c) FROM reader r, unnest(r.readers) c WHERE r.login = reader), '{}');
      END $$;

      -- Finds documents, with a score by which those of several databases are merged, or with their names in the order of
      -- names; total counts those that meet the condition, but at most 1 more than `most`. It is negative where only a part was
      -- counted.
      --
      -- Where more match than are looked at, it is the same documents each time, because one process looks.
      --
      -- The members of a request: condition; words, each with its query q and weight w, and with s if documents are
      -- searched by it; any, true if one of these words is enough; length, the mean number of words in a document; order,
      -- absent for the score; most; keep.
      CREATE FUNCTION find(reader text, request jsonb)
      RETURNS TABLE(source int, id bigint, score float8, total bigint, name text)
      LANGUAGE plpgsql STABLE SECURITY DEFINER
      SET search_path = sitta, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
      SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
      DECLARE
        wanted text := format('%s AND d.readers = ANY(%L::int[])', condition(request -> 'condition'), classes(reader));
        words jsonb := request -> 'words';
        most int := least((request ->> 'most')::int, 1000000);
        keep int := least((request ->> 'keep')::int, 5000);
        any_word boolean := coalesce((request ->> 'any')::boolean, false);
        tables text := 'content c JOIN document d USING (source, id)';
        pool text;
        once text;
        points text;
        some_word text := '';
        near record;
      BEGIN
        IF request ->> 'order' IS NOT NULL THEN
          IF wanted !~ 'c[.]' THEN tables := 'document d'; END IF;
          RETURN QUERY EXECUTE format(
            'WITH pool AS MATERIALIZED (SELECT d.source, d.id, %s AS key, %s AS name FROM %s WHERE %s)
            SELECT source, id, coalesce(key, ''-Infinity''), (SELECT count(*) FROM pool), name
            FROM pool ORDER BY key DESC NULLS LAST, name COLLATE "C", source, id LIMIT %s',
            CASE request ->> 'order' WHEN 'size' THEN 'd.size::float8' WHEN 'name' THEN '0::float8'
              ELSE format('extract(epoch FROM %s)::float8', CASE request ->> 'order' WHEN 'created' THEN 'd.created'
                WHEN 'date' THEN 'coalesce(d.created, d.modified)' ELSE 'd.modified' END) END,
            CASE request ->> 'order' WHEN 'name' THEN 'd.name' ELSE 'NULL::text' END, tables, wanted, keep);
          RETURN;
        END IF;
        -- BM25 with k1 = 1.2 and b = 0.75: of one word, ts_rank_cd is the sum of the weights of its positions. A row's words
        -- are taken out of it only once.
        once := format('CROSS JOIN LATERAL (
          SELECT c.words || '''' AS w, 1.2 * (0.25 + 0.75 * c.length / %s) AS k OFFSET 0) t',
          greatest(1, (request ->> 'length')::float8));
        points := (SELECT format('(%s)::float8', coalesce(string_agg(format(
          '%s * (1 - t.k / (3 * ts_rank_cd(''{0.333333, 0.666667, 1, 1}'', t.w, %L::tsquery) + t.k))',
          (v ->> 'w')::float8, v ->> 'q'), ' + '), '0')) FROM jsonb_array_elements(words) v);
        -- Where very many match, an index of BM25 knows the best ones. They are scored as any others.
        IF any_word THEN
          some_word := coalesce((SELECT format(' AND c.words @@ %L::tsquery', string_agg(format('(%s)', v ->> 'q'), ' | '))
            FROM jsonb_array_elements(words) v WHERE (v ->> 's')::boolean), '');
        END IF;
        near := nearest(wanted || some_word, words, 2000, greatest(300, 2 * keep));
        IF near.ids IS NOT NULL THEN
          RETURN QUERY EXECUTE format(
            'WITH pool AS MATERIALIZED (SELECT DISTINCT * FROM unnest($1, $2) n(source, id))
            SELECT c.source, c.id, %s AS score, coalesce($3, -(SELECT count(*) FROM pool)), NULL::text
            FROM pool JOIN content c USING (source, id) %s ORDER BY score DESC, source, id LIMIT %s', points, once, keep)
            USING near.sources, near.ids, CASE WHEN near.expected > 4::float8 * most THEN most + 1::bigint END;
          RETURN;
        END IF;
        -- Where more documents match than are looked at, those with the words in their titles and names are added.
        IF NOT any_word THEN
          RETURN QUERY EXECUTE format(
            'WITH pool AS MATERIALIZED (SELECT c.source, c.id, %s AS score FROM %s %s WHERE %s LIMIT %s),
            found AS (SELECT * FROM pool UNION (SELECT c.source, c.id, %s FROM %s %s
              WHERE %s AND c.head @@ %L::tsquery AND (SELECT count(*) FROM pool) > %s LIMIT 5000))
            SELECT source, id, score, (SELECT count(*) FROM pool), NULL::text FROM found
            ORDER BY score DESC, source, id LIMIT %s',
            points, tables, once, wanted, most + 1, points, tables, once, wanted, request ->> 'head', most, keep);
          RETURN;
        END IF;
        pool := (SELECT string_agg(format(
            '(SELECT c.source, c.id, %s::float8 AS w FROM (SELECT * FROM content WHERE words @@ %L::tsquery OFFSET 0) c
              JOIN document d USING (source, id) WHERE %s LIMIT %s)',
            (v ->> 'w')::float8, v ->> 'q', wanted, most), ' UNION ALL ')
          FROM jsonb_array_elements(words) v WHERE (v ->> 's')::boolean);
        IF pool IS NULL THEN RETURN; END IF;
        RETURN QUERY EXECUTE format(
          'WITH pool AS MATERIALIZED (SELECT source, id, sum(w) AS w FROM (%s) x GROUP BY source, id),
          found AS (SELECT * FROM pool UNION (SELECT c.source, c.id, 0 FROM %s
            WHERE %s AND c.head @@ %L::tsquery AND (SELECT count(*) FROM pool) > %s LIMIT 5000)),
          best AS MATERIALIZED (SELECT source, id FROM found ORDER BY w DESC LIMIT %s)
          SELECT b.source, b.id, %s AS score, (SELECT count(*) FROM pool), NULL::text
          FROM best b JOIN content c USING (source, id) %s ORDER BY score DESC, b.source, b.id LIMIT %s',
          pool, tables, wanted, request ->> 'head', most, 3 * keep, points, once, keep);
      END $$;

      -- The documents of these numbers that the reader may read, in their order, until their texts have so many bytes;
      -- each text has at most so many characters, and those around the first of each word behind them.
      CREATE FUNCTION documents(reader text, sources int[], ids bigint[], bytes bigint, longest int, words text[])
      RETURNS TABLE(source int, id bigint, message text, folder text, suffix text, body text, away boolean)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = sitta, pg_temp SET enable_seqscan = off AS $$
        SELECT source, id, message, uri(source, folder), suffix, CASE WHEN longest = 0 THEN '' WHEN octet_length(body) <= longest THEN body ELSE left(body, longest) || coalesce((
            SELECT string_agg(E'\n' || substr(body, longest + greatest(1, p - 1000), 4000), '')
            FROM unnest(words) w, strpos(lower(substr(body, longest + 1)), w) p WHERE p > 0), '') END,
          (source, folder) IN (SELECT * FROM away())
        FROM (
          SELECT d.*, c.body, n.o, sum(b) OVER (ORDER BY n.o) - b AS before
          FROM unnest(sources, ids) WITH ORDINALITY n(s, i, o) JOIN document d ON d.source = n.s AND d.id = n.i
          JOIN content c ON c.source = d.source AND c.id = d.id
          CROSS JOIN LATERAL (SELECT least(octet_length(c.body), longest) AS b) t
          WHERE d.readers = ANY((SELECT classes(reader))::int[])) x
        WHERE before < bytes ORDER BY o
      $$;

      -- Of the documents that meet a condition, at most so many: that by which documents are counted.
      CREATE FUNCTION properties(reader text, request jsonb)
      RETURNS TABLE(source int, folder bigint, type text, language text, modified float8, size bigint, tags text, authors text)
      LANGUAGE plpgsql STABLE SECURITY DEFINER
      SET search_path = sitta, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
      SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
      DECLARE
        wanted text := format('%s AND d.readers = ANY(%L::int[])', condition(request -> 'condition'), classes(reader));
      BEGIN
        RETURN QUERY EXECUTE format(
          'SELECT d.source, d.folder, d.type, d.language, extract(epoch FROM d.modified)::float8, d.size,
            %s FROM %s WHERE %s LIMIT %s',
          CASE WHEN (request ->> 'lists')::boolean THEN
            '(SELECT string_agg(v, chr(10)) FROM jsonb_array_elements_text(d.message::jsonb -> ''tags'') v),
            (SELECT string_agg(v, chr(10)) FROM jsonb_array_elements_text(d.message::jsonb -> ''authors'') v)'
            ELSE 'NULL::text, NULL::text' END,
          CASE WHEN wanted ~ 'c[.]' THEN 'content c JOIN document d USING (source, id)' ELSE 'document d' END, wanted,
          least((request ->> 'most')::int, 1000000));
      END $$;

      -- How many documents meet each condition of a list, up to `most`.
      --
      -- Planned for all of them, and read as far as needed: a plan for the first one would look at each document.
      CREATE FUNCTION counts(reader text, conditions jsonb, most int) RETURNS bigint[] LANGUAGE plpgsql STABLE SECURITY DEFINER
      SET search_path = sitta, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
      SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
      DECLARE
        mine int[] := classes(reader);
        wanted jsonb;
        number bigint;
        found bigint[] := '{}';
      BEGIN
        FOR wanted IN SELECT * FROM jsonb_array_elements(conditions) LOOP
          EXECUTE format(
            'WITH y AS MATERIALIZED (
              SELECT FROM content c JOIN document d USING (source, id) WHERE %s AND d.readers = ANY(%L::int[]))
            SELECT count(*) FROM (SELECT FROM y LIMIT %s) x', condition(wanted), mine, most) INTO number;
          found := found || number;
        END LOOP;
        RETURN found;
      END $$;

      -- The next documents by their numbers.
      CREATE FUNCTION list(reader text, request jsonb, after_source int, after_id bigint, most int)
      RETURNS TABLE(source int, id bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
      SET search_path = sitta, pg_temp SET enable_seqscan = off SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
      BEGIN
        RETURN QUERY EXECUTE format(
          'SELECT d.source, d.id FROM document d WHERE %s AND d.readers = ANY(%L::int[])
            AND (d.source, d.id) > (%s, %s) ORDER BY d.source, d.id LIMIT %s',
          condition(request), classes(reader), after_source, after_id, most);
      END $$;

      -- Folders and those above them.
      CREATE FUNCTION parents(sources int[], ids bigint[]) RETURNS TABLE(source int, id bigint, parent bigint, suffix text)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = sitta, pg_temp AS $$
        WITH RECURSIVE up AS (
          SELECT f.source, f.id, f.parent, f.suffix
          FROM unnest(sources, ids) n(s, i) JOIN folder f ON f.source = n.s AND f.id = n.i
          UNION SELECT f.source, f.id, f.parent, f.suffix
          FROM up JOIN folder f ON f.source = up.source AND f.id = up.parent)
        SELECT * FROM up
      $$;

      """# + knowledge
}
