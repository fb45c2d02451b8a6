-- What White scores after 40 plies with more or fewer bishops and knights, when queens, rooks and pawns are even.
WITH sides AS (
    SELECT game_id, split_part(material, 'v', 1) AS w, split_part(material, 'v', 2) AS b
    FROM positions
    WHERE ply = 40
), counts AS (
    SELECT game_id,
           length(w) - length(replace(w, 'B', '')) - length(b) + length(replace(b, 'B', '')) AS bishops,
           length(w) - length(replace(w, 'N', '')) - length(b) + length(replace(b, 'N', '')) AS knights
    FROM sides
    WHERE translate(w, 'KBN', '') = translate(b, 'KBN', '')
)
SELECT bishops, knights, count(*) AS games,
       avg(CASE result WHEN '1-0' THEN 1.0 WHEN '0-1' THEN 0.0 ELSE 0.5 END) AS score
FROM counts JOIN games USING (game_id)
WHERE result <> '*'
GROUP BY ALL
ORDER BY bishops, knights
