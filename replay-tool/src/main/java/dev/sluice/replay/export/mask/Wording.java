package dev.sluice.replay.export.mask;

import dev.sluice.api.Failure;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.exchange.Lineage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Masks what people and programs write freely, and what may therefore hold a value. */
final class Wording {

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

    private final Pseudonyms pseudonyms;

    Wording(Pseudonyms pseudonyms) {
        this.pseudonyms = pseudonyms;
    }

    String name(String name) {
        return isDeclared(name) ? name : "sql-" + pseudonyms.word("sql", name, LENGTH);
    }

    private static boolean isDeclared(String name) {
        return name.isEmpty() || NAME.matcher(name).matches();
    }

    RequestRef ref(RequestRef request) {
        return new RequestRef(request.index(), request.writer(), request.sequence(), name(request.name()));
    }

    /** Databases name a column that has no name by what it is. */
    List<String> columns(String name, List<String> columns) {
        return isDeclared(name)
                ? columns
                : columns.stream()
                        .map(column -> IDENTIFIER.matcher(column).matches()
                                ? column
                                : "column-" + pseudonyms.word("column", column, LENGTH))
                        .toList();
    }

    /** Names stay, and so do values that can only be numbers that the gateway and jobs count with. */
    Map<String, String> headers(Map<String, String> headers) {
        final Map<String, String> masked = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            final Pattern known = HEADERS.get(name);
            final boolean stays = known != null && known.matcher(value).matches();
            masked.put(name, stays ? value : pseudonyms.text(value));
        });
        return masked;
    }

    Failure failure(Failure failure) {
        return new Failure(
                failure.kind(),
                CODE.matcher(failure.code()).matches() ? failure.code() : pseudonyms.text(failure.code()),
                failure.message().isEmpty() ? "" : "masked-" + pseudonyms.word("message", failure.message(), LENGTH),
                failure.retryable());
    }
}
