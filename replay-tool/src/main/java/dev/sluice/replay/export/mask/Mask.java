package dev.sluice.replay.export.mask;

import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.exchange.Lineage;
import dev.sluice.service.exchange.Values;
import dev.sluice.transport.Recording.RecordedDocument;
import dev.sluice.transport.Recording.RecordedRequests;
import dev.sluice.transport.Recording.RecordedResults;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Masks documents on their way into a file. Texts that people and programs write freely may hold a value, and are masked
 * whatever the rules say: header values, messages of failures, SQL that is no declared name, and documents that cannot be
 * read, of which nothing is left. One thread.
 */
public final class Mask {

    /** The fewest bytes of a key. */
    public static final int SHORTEST_KEY = 16;

    private static final String LEFT_OUT = "it could not be read, and masking left it out";
    private static final int RANDOM_KEY = 32;
    private static final int LENGTH = 16;
    /** As a configuration has them; anything else is SQL. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_$#]*");
    /** An SQLState or an HTTP status. */
    private static final Pattern CODE = Pattern.compile("[0-9A-Z]{5}|[0-9]{3}|");

    private static final Pattern POSITION = Pattern.compile("[0-9]{1,10}:[0-9]{1,19}");
    private static final Map<String, Pattern> HEADERS = Map.of(
            FutureRequests.DEADLINE, Pattern.compile("[0-9]{1,19}"),
            RequestFrame.ITEM_NUMBER, Pattern.compile("[0-9]{1,19}"),
            RequestFrame.CALL, Pattern.compile("(read|change)-[0-9]{1,19}"),
            Lineage.REDRIVE_OF, POSITION,
            Lineage.REPLAY_OF, POSITION);

    private final List<MaskRule> rules;
    private final Set<String> met = new TreeSet<>();
    private final Pseudonyms pseudonyms;

    private Mask(List<MaskRule> rules, byte[] key) {
        this.rules = rules;
        this.pseudonyms = new Pseudonyms(key);
    }

    /**
     * By rules as users write them.
     *
     * @param key the same one gives the same pseudonyms
     * @throws IllegalArgumentException if a rule is none, or the key too short
     */
    public static Mask of(List<String> rules, byte[] key) {
        if (key.length < SHORTEST_KEY) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes can be guessed: give one of "
                    + SHORTEST_KEY + " random bytes or more");
        }
        return new Mask(rules.stream().map(MaskRule::parse).toList(), key);
    }

    /** A key that is kept nowhere. */
    public static byte[] randomKey() {
        final byte[] key = new byte[RANDOM_KEY];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /** The rules, as they were given. */
    public List<String> rules() {
        return rules.stream().map(MaskRule::text).toList();
    }

    /** The rules that met no value until now: most likely a name is mistyped. */
    public List<String> unmet() {
        return rules().stream().filter(rule -> !met.contains(rule)).toList();
    }

    /** A request as it goes into the file. */
    public RecordedDocument<RequestFrame> request(RecordedRequests request) {
        final RecordedDocument<RequestFrame> document = request.recorded();
        return document.frame().map(frame -> document.with(masked(frame))).orElseGet(() -> leftOut(document));
    }

    private RequestFrame masked(RequestFrame frame) {
        final Object[] arguments = frame.arguments().values().toArray();
        for (int i = 0; i < arguments.length; i++) {
            if (takesArgument(frame.name(), i, arguments[i])) {
                arguments[i] = pseudonyms.of(arguments[i]);
            }
        }
        return new RequestFrame(
                frame.kind(),
                frame.writer(),
                frame.sequence(),
                headers(frame.headers()),
                name(frame.name()),
                Arguments.of(arguments));
    }

    /** A result at the place of that request, which it answers as a rule. */
    public RecordedDocument<ResultFrame> result(RecordedRequests request, RecordedResults result) {
        final RecordedDocument<ResultFrame> document = result.recorded();
        return document.frame()
                .map(frame -> document.with(masked(frame, keys(request, frame))))
                .orElseGet(() -> leftOut(document));
    }

    private ResultFrame masked(ResultFrame frame, Set<String> keys) {
        return new ResultFrame(
                frame.kind(),
                frame.writer(),
                frame.sequence(),
                ref(frame.request()),
                frame.asked(),
                frame.begunNanos(),
                frame.endedNanos(),
                body(frame.request().name(), frame.body(), keys));
    }

    private ResultFrame.Body body(String name, ResultFrame.Body body, Set<String> keys) {
        if (body instanceof ResultFrame.Found found) {
            return new ResultFrame.Found(rows(name, found.rows(), keys));
        } else if (body instanceof ResultFrame.Replied replied) {
            return new ResultFrame.Replied(rows(name, replied.reply(), keys));
        } else if (body instanceof ResultFrame.Failed failed) {
            return new ResultFrame.Failed(failure(failed.failure()));
        }
        return body; // counts and what was not found hold no value
    }

    private Rows rows(String name, Rows rows, Set<String> keys) {
        final List<String> names = rows.columns().names();
        final Columns columns = Columns.of(columns(name, names));
        final List<Row> masked = new ArrayList<>(rows.size());
        for (final Row row : rows) {
            final Object[] values = new Object[names.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = column(name, names.get(i), row.get(i), keys);
            }
            masked.add(Row.of(columns, values));
        }
        return Rows.of(columns, masked);
    }

    /** The values of the request that are masked, as text: they may come back in its rows. */
    private Set<String> keys(RecordedRequests request, ResultFrame result) {
        if (!request.unreadable().isEmpty()
                || request.index() != result.request().index()) {
            return Set.of();
        }
        final RequestFrame frame = request.frame();
        final List<Object> arguments = frame.arguments().values();
        return IntStream.range(0, arguments.size())
                .filter(i -> takesArgument(frame.name(), i, arguments.get(i)))
                .mapToObj(arguments::get)
                .filter(value -> value != null && !(value instanceof Boolean))
                .map(Mask::text)
                .collect(Collectors.toSet());
    }

    /** A value as text that is told again in another type: a number as text, with another scale, or with blanks after it. */
    private static String text(Object value) {
        return Values.canonical(value).trim();
    }

    private boolean takesArgument(String name, int index, Object value) {
        return takes(rule -> rule.takesArgument(name, index + 1, value));
    }

    /** The value that takes the place of a value of a row. */
    private Object column(String name, String column, Object value, Set<String> keys) {
        final boolean taken = takes(rule -> rule.takesColumn(name, column, value));
        final boolean told = value != null && !keys.isEmpty() && keys.contains(text(value));
        return taken || told ? pseudonyms.of(value) : value;
    }

    private boolean takes(Predicate<MaskRule> takes) {
        boolean taken = false;
        for (final MaskRule rule : rules) {
            if (takes.test(rule)) {
                met.add(rule.text());
                taken = true;
            }
        }
        return taken;
    }

    private static <F> RecordedDocument<F> leftOut(RecordedDocument<F> document) {
        return RecordedDocument.unreadable(
                document.index(), document.times(), document.answers(), LEFT_OUT, new byte[0]);
    }

    private String name(String name) {
        return isDeclared(name) ? name : "sql-" + pseudonyms.word("sql", name, LENGTH);
    }

    private static boolean isDeclared(String name) {
        return name.isEmpty() || NAME.matcher(name).matches();
    }

    private RequestRef ref(RequestRef request) {
        return new RequestRef(request.index(), request.writer(), request.sequence(), name(request.name()));
    }

    /** Databases name a column that has no name by what it is. */
    private List<String> columns(String name, List<String> columns) {
        return isDeclared(name)
                ? columns
                : columns.stream()
                        .map(column -> IDENTIFIER.matcher(column).matches()
                                ? column
                                : "column-" + pseudonyms.word("column", column, LENGTH))
                        .toList();
    }

    /** Names stay, and so do values that can only be numbers that the gateway and jobs count with. */
    private Map<String, String> headers(Map<String, String> headers) {
        final Map<String, String> masked = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            final Pattern known = HEADERS.get(name);
            final boolean stays = known != null && known.matcher(value).matches();
            masked.put(name, stays ? value : pseudonyms.text(value));
        });
        return masked;
    }

    private Failure failure(Failure failure) {
        return new Failure(
                failure.kind(),
                CODE.matcher(failure.code()).matches() ? failure.code() : pseudonyms.text(failure.code()),
                failure.message().isEmpty() ? "" : "masked-" + pseudonyms.word("message", failure.message(), LENGTH),
                failure.retryable());
    }
}
