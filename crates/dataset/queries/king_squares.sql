-- How often White's king goes to each square. `move_details` is the module's: chess0x88.register(connection).
SELECT move."to" AS square, count(*) AS moves
FROM (SELECT fen, unnest(move_details(movedata, fen)) AS move FROM games)
WHERE move.role = 'k' AND (move.ply + (coalesce(split_part(fen, ' ', 2), 'w') = 'b')::INTEGER) % 2 = 0
GROUP BY ALL
ORDER BY square
