package dev.sluice.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

    @Test
    void shouldAlignColumnsWhenItIsShown() {
        final Table table =
                new Table("Times", List.of("what", "us"), List.of(List.of("write", "0.367"), List.of("a", "12")));
        final Report report =
                new Report("queue", "the queues", Map.of("seed", "42"), List.of(table), List.of(), List.of());

        assertEquals("""
                ## queue: the queues

                - seed: 42

                ### Times

                | what  |    us |
                |:------|------:|
                | write | 0.367 |
                | a     |    12 |
                """, report.markdown());
    }

    @Test
    void shouldShowBothColumnsWhenTheyHaveTheSameHeading() {
        final Findings findings = new Findings();
        findings.table(
                "Shares",
                List.of(3),
                new Columns<Integer>().with("%", share -> share).with("%", share -> share + 1));

        final Table shown = findings.report("tier", "shares", Map.of()).tables().get(0);
        assertEquals(List.of(List.of("3", "4")), shown.rows());
    }

    @Test
    void shouldRefuseARowWhenItHasNotACellForEachColumn() {
        final List<List<String>> rows = List.of(List.of("alone"));

        assertThrows(IllegalArgumentException.class, () -> new Table("Times", List.of("what", "us"), rows));
    }
}
