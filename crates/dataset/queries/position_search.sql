-- What was played in a position, however it was reached, and how it ended. $key is the position's: chess0x88.key_at tells it.
SELECT move, count(*) AS games,
       avg(CASE result WHEN '1-0' THEN 1.0 WHEN '0-1' THEN 0.0 ELSE 0.5 END) AS score
FROM positions JOIN games USING (game_id)
WHERE key = $key AND move IS NOT NULL AND result <> '*'
GROUP BY ALL
ORDER BY games DESC, move
