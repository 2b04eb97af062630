package dev.sluice.faults.simulate.program;

import dev.sluice.faults.simulate.program.Request.Refusal;
import dev.sluice.faults.simulate.program.Statement.Nature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The requests of a simulated gateway and its databases.
 *
 * @param backends the number of each backend's database
 * @param statements the statements that requests can name
 * @param requests the requests in their order
 */
public record Program(List<Integer> backends, List<Statement> statements, List<Request> requests) {

    public int size() {
        return requests.size();
    }

    public int databases() {
        return backends.stream().mapToInt(Integer::intValue).max().orElseThrow() + 1;
    }

    /**
     * Reads a program from its text: the number of each backend's database, a colon, and a word for each request. A word has a
     * letter for the kind of the request, letters for its tables, and marks. The kinds are {@code l} lookup, {@code q} query,
     * {@code u} update that reads the rows it writes, {@code w} update that only writes, {@code f} update that is rejected,
     * {@code d} update that is rejected at the commit, {@code t} update that always takes too long, {@code c} update that always
     * meets a conflict, {@code o} update outside of any transaction, {@code p} update and {@code x} query that end the process,
     * {@code ?} request of an unknown name, {@code #} unreadable request. The marks are {@code !} declares nothing, {@code @1}
     * goes to backend 1, {@code .} is not chunked, {@code *2} touches only the second row.
     */
    public static Program parse(String text) {
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
        return new Program(backends, List.copyOf(statements.values()), requests);
    }

    private static Request request(
            String word, List<Integer> backends, Map<String, Statement> statements, int sequence) {
        final char kind = word.charAt(0);
        if (kind == '?' || kind == '#') {
            return Request.refused(kind == '?' ? Refusal.UNKNOWN : Refusal.UNDECODABLE, sequence);
        }
        final char like = kind == 'x' ? 'q' : "ftcp".indexOf(kind) < 0 ? kind : 'u';
        final int row = word.indexOf('*') + 1;
        final String name = like + (row == 0 ? word.substring(1) : word.substring(1, row));
        final Statement statement = statements.computeIfAbsent(name, key -> statement(key, backends));
        final int argument = row == 0 ? argument(kind, sequence) : word.charAt(row) - '0';
        return Request.of(statement, argument, OptionalLong.empty(), sequence);
    }

    private static int argument(char kind, int sequence) {
        return switch (kind) {
            case 'f', 'd' -> Semantics.REJECTED;
            case 't' -> Semantics.TIMES_OUT;
            case 'c' -> Semantics.CONFLICTS;
            case 'p', 'x' -> Semantics.POISONS;
            case 'l' -> 1;
            default -> sequence % Semantics.ORDINARY;
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
        for (char table = 'a'; table < 'a' + Statement.TABLES; table++) {
            tables |= name.indexOf(table, 1) < 0 ? 0 : 1 << table - 'a';
        }
        final int backend = name.contains("@1") ? 1 : 0;
        final boolean reads = name.charAt(0) != 'w' && nature != Nature.OUTSIDE;
        return new Statement(
                name,
                backend,
                backends.get(backend),
                nature,
                reads ? tables : 0,
                nature.update() ? tables : 0,
                name.indexOf('!') < 0,
                name.indexOf('*') > 0,
                name.indexOf('.') < 0,
                Integer.MAX_VALUE,
                false);
    }
}
