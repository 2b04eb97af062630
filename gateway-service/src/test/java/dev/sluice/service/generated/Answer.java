package dev.sluice.service.generated;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.ResultFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** One result in a form that can be compared and printed: every value with its type. */
record Answer(String kind, List<String> details, String message) {

    static final Answer NOT_FOUND = new Answer("not found", List.of(), "");

    /** A request that can never be asked, whatever the reason. */
    static final Answer REFUSED = new Answer("refused", List.of(), "");

    static Answer updated(long count) {
        return new Answer("updated", List.of(Long.toString(count)), "");
    }

    static Answer failed(String code, String message) {
        return new Answer("failed", List.of(code), message);
    }

    /** Rows, in their order or as a multiset. */
    static Answer rows(List<String> columns, List<List<Object>> rows, boolean ordered) {
        final List<String> shown = new ArrayList<>();
        for (final List<Object> row : rows) {
            shown.add(row.stream().map(Answer::shown).toList().toString());
        }
        if (!ordered) {
            Collections.sort(shown);
        }
        shown.add(0, columns.toString());
        return new Answer("rows", shown, "");
    }

    /** What the gateway wrote. */
    static Answer of(ResultFrame result, boolean ordered) {
        final Answer[] answer = new Answer[1];
        result.deliver(new Results() {
            @Override
            public void rows(RequestRef request, Rows rows) {
                final List<List<Object>> values = new ArrayList<>();
                for (final Row row : rows) {
                    final List<Object> one = new ArrayList<>();
                    for (int i = 0; i < rows.columns().size(); i++) {
                        one.add(row.get(i));
                    }
                    values.add(one);
                }
                answer[0] = Answer.rows(rows.columns().names(), values, ordered);
            }

            @Override
            public void notFound(RequestRef request) {
                answer[0] = NOT_FOUND;
            }

            @Override
            public void updated(RequestRef request, long count) {
                answer[0] = Answer.updated(count);
            }

            @Override
            public void failed(RequestRef request, Failure failure) {
                answer[0] = Answer.failed(failure);
            }
        });
        return answer[0];
    }

    private static Answer failed(Failure failure) {
        final boolean asked = !failure.code().isEmpty();
        return switch (failure.kind()) {
            case REJECTED -> failed(failure.code(), failure.message());
            case INVALID, NOT_ALLOWED -> asked ? failed(failure.code(), failure.message()) : REFUSED;
            default -> new Answer(failure.kind().toString(), List.of(failure.code()), failure.message());
        };
    }

    boolean failedWith(String code) {
        return kind.equals("failed") && details.contains(code);
    }

    boolean failure() {
        return kind.equals("failed") || kind.equals("refused");
    }

    /** Databases word their messages as they like. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Answer that && kind.equals(that.kind) && details.equals(that.details);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + details.hashCode();
    }

    private static String shown(Object value) {
        if (value == null) {
            return "null";
        }
        final String text = value instanceof byte[] bytes
                ? HexFormat.of().formatHex(bytes)
                : value instanceof double[] doubles ? Arrays.toString(doubles) : value.toString();
        return value.getClass().getSimpleName() + ":" + text;
    }
}
