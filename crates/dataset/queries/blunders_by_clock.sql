-- How often a move loses two pawns or more, by the time that is left to the player. Evaluations beyond ten pawns count as ten.
WITH moves AS (
    SELECT game_id, ply, clock, before, lead(before) OVER (PARTITION BY game_id ORDER BY ply) AS after
    -- (greatest and least pass over what is null.)
    FROM (SELECT *, CASE WHEN eval IS NOT NULL THEN greatest(-1000, least(1000, eval)) END AS before FROM positions)
), losses AS (
    SELECT clock,
           -- Black moves at odd plies, or at even ones if it is Black who begins.
           CASE WHEN (ply + (coalesce(split_part(fen, ' ', 2), 'w') = 'b')::INTEGER) % 2 = 0
                THEN before - after ELSE after - before END AS loss
    FROM moves JOIN games USING (game_id)
    WHERE clock IS NOT NULL AND before IS NOT NULL AND after IS NOT NULL
)
SELECT CASE WHEN clock < 10 THEN 0 WHEN clock < 30 THEN 10 WHEN clock < 60 THEN 30 WHEN clock < 120 THEN 60 ELSE 120 END AS clock_from,
       count(*) AS moves,
       count(*) FILTER (loss >= 200) AS blunders
FROM losses
GROUP BY ALL
ORDER BY clock_from
