// Runs the column of chess.js or chessops of a table: reads rows and cases as JSON, writes what each call says in the words of plain.rs.
//
// It ends with 77 if the library is not installed in `web/js`.

import { createRequire } from 'node:module'
import { readFileSync, writeSync } from 'node:fs'

const packages = createRequire(new URL('../../../../web/js/package.json', import.meta.url))
const library = process.argv[2]
const found = () => {
    if (library === 'chess.js') return packages('chess.js')
    const parts = ['chess', 'compat', 'fen', 'san', 'util', 'board', 'attacks', 'squareSet', 'pgn', 'setup', 'types']
    const modules = parts.map((part) => import(new URL(`../../../../web/js/node_modules/chessops/dist/esm/${part}.js`, import.meta.url)))
    return Promise.all(modules).then((modules) => Object.assign({}, ...modules))
}
let names
try {
    names = await found()
} catch {
    process.exit(77)
}

const ROLES = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' }
const COLORS = { white: 'w', black: 'b' }
const square = (index) => 'abcdefgh'[index % 8] + (1 + (index >> 3))
const piece = ({ role, type, color }) => {
    const letter = type ?? ROLES[role]
    return color[0] === 'w' ? letter.toUpperCase() : letter
}
const move = ({ from, to, promotion }) =>
    typeof from === 'number' ? `‹${square(from)}${square(to)}${promotion ? ROLES[promotion] : ''}›` : `‹${from}${to}${promotion ?? ''}›`
const isPosition = (value) => value.constructor?.name === 'Chess'

/** What follows a node of chessops, as far as it is known without a position. */
const line = (node, pos) =>
    node.children
        .map((child) => {
            const next = pos.clone()
            next.play(names.parseSan(pos, child.data.san))
            const comments = (child.data.comments ?? []).join(' ')
            return `(${child.data.san} ${JSON.stringify(comments)} [${(child.data.nags ?? []).join(', ')}] ${line(child, next)})`
        })
        .join('')

function plain(value) {
    if (value === undefined || value === null) return '-'
    if (['boolean', 'number', 'bigint'].includes(typeof value)) return String(value)
    if (typeof value === 'string') return value in ROLES ? ROLES[value] : value in COLORS ? COLORS[value] : `"${value}"`
    if (value instanceof Map) return `{${[...value].filter(([, items]) => [...items].length).map(([key, items]) => `${typeof key === 'number' ? square(key) : key} ${plain(typeof key === 'number' ? items : new Squares(items))}`).join('; ')}}`
    if (value instanceof Squares) return `{${value.names.join('; ')}}`
    if (isPosition(value)) return `«${value.fen ? value.fen() : names.makeFen(value.toSetup())}»`
    if (value.board && value.castlingRights) return `«${names.makeFen(value)}»`
    if (value.isOk !== undefined) return plain(value.isOk ? value.value : undefined)
    if (value.constructor?.name === 'SquareSet') return `{${[...value].map(square).join('; ')}}`
    if (value.constructor?.name === 'Board') return names.makeBoardFen(value)
    if (value.headers && value.moves) {
        const says = ([name, text]) => name !== 'Result' && !['?', '????.??.??'].includes(text)
        const tags = [...value.headers].filter(says).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => `"${name}" "${text}"`)
        return `{${tags.join('; ')}} ${line(value.moves, names.startingPosition(value.headers).unwrap())}`
    }
    if (value.san !== undefined && value.from === undefined) return `"${value.san}"`
    if ('winner' in value) return value.winner ? (value.winner === 'white' ? '1-0' : '0-1') : '1/2-1/2'
    if (value.from !== undefined) return move(value)
    if (value.color) return value.square ? `${value.square} ${piece(value)}` : piece(value)
    if (typeof value[Symbol.iterator] === 'function') {
        const items = [...value].flat()
        const pair = (item) => (Array.isArray(item) ? `${square(item[0])} ${piece(item[1])}` : plain(item))
        const isPairs = [...value].some((item) => Array.isArray(item) && typeof item[0] === 'number')
        return `[${(isPairs ? [...value] : items).filter((item) => item !== null).map(pair).join('; ')}]`
    }
    return `{${Object.entries(value).map(([key, item]) => `"${key}" ${plain(item)}`).join('; ')}}`
}

/** Squares by name. */
class Squares {
    constructor(names) {
        this.names = [...names]
    }
}

const SKIP = Symbol('skip')
const need = (value) => {
    if (!value) throw SKIP
    return value
}

/** The values of a case, each by a function. */
const OF_CHESS_JS = {
    fen: (c) => c.text,
    short: (c) => c.short,
    chess: (c) => {
        const chess = new names.Chess(c.start, { skipValidation: true })
        for (const uci of c.moves) chess.move(uci)
        return chess
    },
    square: (c) => square(c.square),
    color: (c) => c.color,
    piece: (c) => ({ type: c.piece.toLowerCase(), color: c.piece === c.piece.toUpperCase() ? 'w' : 'b' }),
    // Listed once for a case: chess.js takes milliseconds for it.
    move: (c, v) => (c.move ??= need(v.chess.moves({ verbose: true }).find((mv) => mv.lan === need(c.uci)))),
    from: (c) => need(c.uci).slice(0, 2),
    to: (c) => need(c.uci).slice(2, 4),
    promotion: (c) => need(c.uci)[4],
    uci: (c) => need(c.given),
    san: (c) => need(c.san),
    pgn: (c) => c.pgn,
    editor: (c) => new names.Chess(c.setup, { skipValidation: true }),
    loaded: (c) => {
        const chess = new names.Chess()
        chess.loadPgn(c.pgn)
        return chess
    },
}
const OF_CHESSOPS = {
    fen: (c) => c.text,
    short: (c) => c.short,
    setup: (c) => names.parseFen(c.setup).unwrap(),
    pos: (c) => names.Chess.fromSetup(names.parseFen(c.fen).unwrap()).unwrap(),
    board: (c, v) => v.pos.board,
    square: (c) => c.square,
    b: (c) => c.b,
    file: (c) => c.b % 8,
    rank: (c) => c.b >> 3,
    color: (c) => (c.color === 'w' ? 'white' : 'black'),
    side: (c) => (c.side === 'King' ? 'h' : 'a'),
    piece: (c) => ({ role: Object.keys(ROLES).find((role) => ROLES[role] === c.piece.toLowerCase()), color: c.piece === c.piece.toUpperCase() ? 'white' : 'black' }),
    role: (c, v) => v.piece.role,
    occupied: (c, v) => v.pos.board.occupied,
    move: (c, v) => names.normalizeMove(v.pos, names.parseUci(need(c.uci))),
    from: (c, v) => v.move.from,
    to: (c) => names.parseUci(need(c.uci)).to,
    promotion: (c, v) => v.move.promotion,
    uci: (c) => need(c.given),
    san: (c) => need(c.san),
    name: (c) => square(c.square),
    squares: (c) => bits(c.bits),
    others: (c) => bits(c.others),
    pgn: (c) => c.pgn,
    game: (c) => names.parsePgn(c.pgn)[0],
    ctx: (c, v) => names.startingPosition(v.game.headers).unwrap(),
    visit: (c, v) => {
        v.visited = []
        return (ctx, data) => {
            v.visited.push(data.san)
            return true
        }
    },
    node: (c, v) => c.path.reduceRight((node, index) => node.children[index], v.game.moves),
    comment: (c) => c.comment,
}
const bits = (text) => {
    const value = BigInt(text)
    return new names.SquareSet(Number(value & 0xffffffffn), Number(value >> 32n))
}
const make = library === 'chess.js' ? OF_CHESS_JS : OF_CHESSOPS

function answer(calls, mentioned, given) {
    const values = {}
    for (const name of Object.keys(make)) {
        let made
        Object.defineProperty(values, name, { get: () => (made ??= { value: make[name](given, values) }).value, configurable: true })
    }
    const fixed = Object.fromEntries(mentioned.map((name) => [name, values[name]]))
    const state = () => ['chess', 'editor', 'board', 'pos', 'loaded'].filter((name) => name in fixed).map((name) => `${plain(fixed[name])}${name === 'loaded' ? ` ${fixed[name].pgn()}` : ''}`)
    const before = state()
    const parts = calls.map((call) => plain(call({ ...names, ...fixed })))
    if (values.visited) return `[${values.visited.join('; ')}]`
    const after = state()
    const changed = after.filter((text, index) => text !== before[index])
    return [...new Set([...parts.filter((part) => part !== '-' || changed.length === 0), ...changed])].join(' ')
}

const { rows, cases } = JSON.parse(readFileSync(0, 'utf8'))
const out = []
for (const row of rows) {
    const calls = row.calls.map((call) => new Function('$', `with ($) { return (${call}) }`))
    const mentioned = Object.keys(make).filter((name) => row.calls.some((call) => new RegExp(`(?<![.\\w'"])${name}\\b(?!:)`).test(call.replaceAll('...', ''))))
    for (const number of row.cases) {
        let said
        try {
            said = answer(calls, mentioned, cases[number])
        } catch (error) {
            if (process.env.DEBUG && error !== SKIP) console.error(row.calls, error.message)
            said = error === SKIP ? 'skip' : '-'
        }
        out.push(`${row.id}\t${number}\t${said.replaceAll('\n', '\\n').replaceAll('\t', ' ')}\n`)
    }
}
const text = Buffer.from(out.join(''))
for (let at = 0; at < text.length; ) {
    try {
        at += writeSync(1, text, at)
    } catch (error) {
        if (error.code !== 'EAGAIN') throw error
    }
}
