package dev.sluice.replay.again;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.OtherValue;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.replay.again.Matched.Difference;
import dev.sluice.service.exchange.ResultParts;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResultMatchTest {

    private static final ResultMatch STRICT = new ResultMatch(Map.of(), Set.of(), false, false);
    private static final ResultMatch IN_ANY_ORDER = new ResultMatch(Map.of(), Set.of(), true, false);

    static Stream<Arguments> equalValues() {
        return Stream.of(
                Arguments.of(2L, new BigDecimal("2.00")),
                Arguments.of(0.1, new BigDecimal("0.10")),
                Arguments.of(1e300, new BigDecimal("1E+300")),
                Arguments.of(Double.NaN, Double.NaN),
                Arguments.of(null, null),
                Arguments.of("text", new OtherValue("xml", "text")),
                Arguments.of(new byte[] {1}, new byte[] {1}),
                Arguments.of(new double[] {1, Double.NaN}, new double[] {1, Double.NaN}),
                Arguments.of(LocalDate.EPOCH, LocalDate.EPOCH));
    }

    @ParameterizedTest
    @MethodSource("equalValues")
    void shouldTakeValuesForEqualWhenJobsReadThemAlike(Object a, Object b) {
        assertEquals(List.of(), differing(STRICT, rows("x", a), rows("X", b)));
        assertEquals(List.of(), differing(STRICT, rows("x", b), rows("x", a)));
        assertEquals(List.of(), differing(IN_ANY_ORDER, rows("x", a), rows("X", b)));
    }

    static Stream<Arguments> differentValues() {
        return Stream.of(
                Arguments.of(2L, 3L),
                Arguments.of(2L, "2"),
                Arguments.of(null, ""),
                Arguments.of(null, "null"),
                Arguments.of(0.0, Double.NaN),
                Arguments.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY),
                Arguments.of(true, false),
                Arguments.of(new byte[] {1}, new byte[] {2}),
                Arguments.of(new double[] {1}, new double[] {1, 2}),
                Arguments.of(Long.MAX_VALUE, (double) Long.MAX_VALUE),
                Arguments.of(LocalDate.EPOCH, "1970-01-01"));
    }

    @ParameterizedTest
    @MethodSource("differentValues")
    void shouldTakeValuesForDifferentWhenJobsDoNot(Object a, Object b) {
        assertEquals(List.of("x"), differing(STRICT, rows("x", a), rows("x", b)));
        assertEquals(List.of("x"), differing(STRICT, rows("x", b), rows("x", a)));
        assertEquals(List.of("x"), differing(IN_ANY_ORDER, rows("x", a), rows("x", b)));
    }

    @Test
    void shouldGoByTheRulesOfColumns() {
        final ResultMatch rules = new ResultMatch(Map.of("PRICE", new BigDecimal("0.01")), Set.of("At"), false, false);
        final Rows a = row(List.of("price", "at", "name"), 1.50, 1L, "a");
        assertEquals(List.of(), differing(rules, a, row(List.of("name", "AT", "Price"), "a", 2L, 1.51)));
        assertEquals(List.of("price"), differing(rules, a, row(List.of("name", "AT", "Price"), "a", 2L, 1.52)));
        assertEquals(List.of("name"), differing(rules, a, row(List.of("price"), 1.5)), "a column that is not there");
        assertEquals(List.of("new"), differing(rules, a, row(List.of("price", "name", "new"), 1.5, "a", null)));
    }

    @Test
    void shouldTakeTextsForEqualWhenAskedTo() {
        final ResultMatch asText = new ResultMatch(Map.of(), Set.of(), false, true);
        assertEquals(List.of(), differing(asText, rows("x", LocalDate.EPOCH), rows("x", "1970-01-01")));
        assertEquals(List.of("x"), differing(asText, rows("x", (Object) null), rows("x", "null")));
    }

    @Test
    void shouldNameOutcomesCountsAndClassesOfFailuresThatDiffer() {
        final ResultMatch match = STRICT;
        final ResultParts none = new ResultParts("not_found", Optional.empty(), Optional.empty(), Optional.empty());
        final List<Difference> outcome = match.compare(parts(rows("x", 1L)), none);
        assertEquals(List.of(new Difference("outcome", "rows [{x=1}]", "not_found")), outcome);
        assertEquals(List.of(), match.compare(failed(FailureKind.TIMEOUT, "a"), failed(FailureKind.TIMEOUT, "b")));
        assertEquals(
                List.of(new Difference("failure", "TIMEOUT", "INVALID")),
                match.compare(failed(FailureKind.TIMEOUT, "a"), failed(FailureKind.INVALID, "a")));
        assertEquals(List.of(new Difference("count", "1", "2")), match.compare(updated(1), updated(2)));
        assertEquals(
                List.of(new Difference("rows", "1", "2")),
                match.compare(parts(rows("x", 1L)), parts(rows("x", 1L, 2L))));
    }

    @Test
    void shouldTakeRowsInAnotherOrderForEqualOnlyWhenAskedTo() {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        final List<Object> values = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            values.add(BigDecimal.valueOf(random.nextInt(2_000), 2)); // some twice
        }
        final ResultMatch rules = new ResultMatch(Map.of("x", new BigDecimal("0.004")), Set.of(), true, false);
        final List<Object> others = new ArrayList<>(values);
        others.replaceAll(value -> ((BigDecimal) value).add(new BigDecimal("0.00" + random.nextInt(4))));
        Collections.shuffle(others, random);
        assertEquals(
                List.of(),
                differing(rules, rows("x", values.toArray()), rows("x", others.toArray())),
                () -> "seed " + seed);
        final ResultMatch inOrder = new ResultMatch(rules.tolerances(), Set.of(), false, false);
        assertEquals(List.of("order"), differing(inOrder, rows("x", 1L, 2L), rows("x", 2L, 1L)));
        assertEquals(List.of("row"), differing(rules, rows("x", 1L, 1L), rows("x", 1L)), "a multiset");
        assertEquals(List.of("x"), differing(rules, rows("x", 1L, 2L), rows("x", 3L, 1L)), "the one that has changed");
    }

    private static List<String> differing(ResultMatch rules, Rows a, Rows b) {
        return rules.compare(parts(a), parts(b)).stream().map(Difference::field).toList();
    }

    private static Rows rows(String column, Object... values) {
        final Columns columns = Columns.of(List.of(column));
        final List<Row> rows = new ArrayList<>();
        final Object[] all = values == null ? new Object[] {null} : values;
        for (final Object value : all) {
            rows.add(Row.of(columns, new Object[] {value}));
        }
        return Rows.of(columns, rows);
    }

    private static Rows row(List<String> names, Object... values) {
        final Columns columns = Columns.of(names);
        return Rows.of(columns, List.of(Row.of(columns, values)));
    }

    private static ResultParts parts(Rows rows) {
        return new ResultParts("rows", Optional.of(rows), Optional.empty(), Optional.empty());
    }

    private static ResultParts updated(long count) {
        return new ResultParts("updated", Optional.empty(), Optional.of(count), Optional.empty());
    }

    private static ResultParts failed(FailureKind kind, String message) {
        return new ResultParts("failed", Optional.empty(), Optional.empty(), Optional.of(Failure.of(kind, message)));
    }
}
