-- What White scores with each opening, by the players' rating in steps of 200.
SELECT opening,
       (white_rating + black_rating) // 400 * 200 AS rating,
       count(*) AS games,
       avg(CASE result WHEN '1-0' THEN 1.0 WHEN '0-1' THEN 0.0 ELSE 0.5 END) AS score
FROM games
WHERE opening IS NOT NULL AND result <> '*' AND white_rating IS NOT NULL AND black_rating IS NOT NULL
GROUP BY ALL
ORDER BY opening, rating
