package dev.sluice.faults.simulate;

import dev.sluice.faults.simulate.Request.Refusal;
import dev.sluice.faults.simulate.SimulatedDatabase.Dialect;
import dev.sluice.faults.simulate.Statement.Nature;
import dev.sluice.service.GatewaySettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Programs so small that everything can be tried at every step of them. Each request is a word: a letter for what it is,
 * letters for its tables, and marks: {@code l} lookup, {@code q} query, {@code u} update that reads what it writes,
 * {@code w} update that only writes, {@code f} update that is rejected, {@code d} one that is rejected at the commit,
 * {@code t} one that always takes too long, {@code c} one that always meets a conflict, {@code o} one outside of any
 * transaction, {@code ?} one nobody knows, {@code #} one nobody can read; {@code !} declares nothing, {@code @1} asks
 * backend 1, {@code .} is not chunked.
 */
final class SmallPrograms {

    private static final long WRITER = 7;
    private static final int PER_CYCLE = 3;
    private static final int CALL_LIMIT = 100;
    private static final int DRAWN = 16;

    /** The backends of one database, then of two names for one, then of two. */
    private static final String[] TEXTS = {
        "0: ua",
        "0: qa ua qa",
        "0: ua ua ua ua",
        "0: qa qb ua ub qa qb ua",
        "0: la la ua la ub la",
        "0: ua fa ua fb ua",
        "0: ua da ub qa",
        "0: fa fa fa",
        "0: ua ta ua qa",
        "0: ua ca ua qa",
        "0: ua oc ua qc oc",
        "0: ua! qb! ub! qa!",
        "0: ua. ub. qa. ua.",
        "0: ? ua # qa ? ub",
        "0: qab wa wb qab wa",
        "0,0: ua ub@1 ua ub@1 qab",
        "0,0: ua@1 ua ua@1 qa qa@1",
        "0,0: ua fa@1 da ua@1 qa",
        "0,1: ua ua@1 qa qa@1 ua ua@1",
        "0,1: qa ua@1 ua qa@1 fa@1 ua",
    };

    private SmallPrograms() {}

    /** All of them by name, with every sync mode. */
    static Map<String, Setup> all() {
        final Map<String, Setup> all = new LinkedHashMap<>();
        for (int i = 0; i < TEXTS.length; i++) {
            all.put("written-" + (i + 1) + "-none", written(TEXTS[i], i, false));
            all.put("written-" + (i + 1) + "-chunk", written(TEXTS[i], i, true));
        }
        for (int i = 1; i <= DRAWN; i++) {
            all.put("drawn-" + i, RandomSetups.small(new Choices(i)));
        }
        return all;
    }

    /** @param number decides what else it is run with */
    private static Setup written(String text, int number, boolean syncChunk) {
        final int chunkLimit = number % 3 == 0 ? 2 : 100;
        final boolean each = (number + (syncChunk ? 1 : 0)) % 3 == 1;
        final Dialect dialect = number % 2 == 0 ? Dialect.ABORTS : Dialect.KEEPS_PART;
        return parse(text, new GatewaySettings("gateway", chunkLimit, 0, 4), syncChunk, each, dialect);
    }

    static Setup parse(String text, GatewaySettings settings, boolean syncChunk, boolean each, Dialect dialect) {
        final int colon = text.indexOf(':');
        final List<Integer> backends = new ArrayList<>();
        for (final String database : text.substring(0, colon).split(",")) {
            backends.add(Integer.parseInt(database));
        }
        final Map<String, Statement> statements = new LinkedHashMap<>();
        final List<Request> requests = new ArrayList<>();
        for (final String word : text.substring(colon + 1).trim().split(" ")) {
            requests.add(request(word, backends, statements, requests.size() + 1));
        }
        return new Setup(
                new Program(backends, List.copyOf(statements.values()), requests),
                settings,
                new Positions(PER_CYCLE),
                syncChunk,
                each,
                !syncChunk,
                4,
                List.of(dialect, dialect));
    }

    private static Request request(
            String word, List<Integer> backends, Map<String, Statement> statements, int sequence) {
        final char kind = word.charAt(0);
        if (kind == '?' || kind == '#') {
            return Request.refused(kind == '?' ? Refusal.UNKNOWN : Refusal.UNDECODABLE, WRITER, sequence);
        }
        final char like = "ftc".indexOf(kind) < 0 ? kind : 'u';
        final String name = like + word.substring(1);
        final Statement statement = statements.computeIfAbsent(name, key -> statement(key, backends));
        return Request.of(statement, argument(kind, sequence), WRITER, sequence);
    }

    private static int argument(char kind, int sequence) {
        return switch (kind) {
            case 'f', 'd' -> Semantics.REJECTED;
            case 't' -> Semantics.TIMES_OUT;
            case 'c' -> Semantics.CONFLICTS;
            case 'l' -> 1;
            default -> sequence;
        };
    }

    private static Statement statement(String name, List<Integer> backends) {
        final Nature nature = switch (name.charAt(0)) {
            case 'l' -> Nature.LOOKUP;
            case 'q' -> Nature.QUERY;
            case 'd' -> Nature.DEFERRED;
            case 'o' -> Nature.OUTSIDE;
            default -> Nature.UPDATE;
        };
        int tables = 0;
        for (char table = 'a'; table < 'a' + Semantics.TABLES; table++) {
            tables |= name.indexOf(table, 1) < 0 ? 0 : 1 << table - 'a';
        }
        final int backend = name.endsWith("@1") ? 1 : 0;
        final boolean reads = name.charAt(0) != 'w' && nature != Nature.OUTSIDE;
        return new Statement(
                name,
                backend,
                backends.get(backend),
                nature,
                reads ? tables : 0,
                nature.update() ? tables : 0,
                name.indexOf('!') < 0,
                name.indexOf('.') < 0,
                CALL_LIMIT,
                false);
    }
}
