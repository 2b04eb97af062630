package dev.sluice.perf.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.perf.Performed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MicroCommandTest {

    private static final Set<String> ALL = Set.of(
            "write request",
            "read request",
            "read plan answer write",
            "read result",
            "plan lookups",
            "plan read read update",
            "plan conflicts",
            "encode request",
            "decode request",
            "encode result",
            "decode result",
            "ask by proxy and callbacks",
            "ask by pipeline",
            "ask by futures",
            "ask by futures on pool of two",
            "ask by declared calls in loop",
            "bare tailers pair",
            "replay verify pair",
            "replay cat stats pair",
            "status",
            "show",
            "cat from",
            "lone lookup, pausers busy, 50 %",
            "lone lookup, pausers busy, 99 %",
            "lone lookup, pausers balanced, 50 %",
            "lone lookup, pausers balanced, 99 %");

    @TempDir
    private Path out;

    @Test
    @Tag("nightly")
    void shouldTimeEachOperationAndCountWhatItAllocatesWhenAllAreMeasured() throws IOException {
        Performed.run(out, "micro", "--smoke");

        final JsonNode report = Performed.report(out, "micro");
        final List<String> measured = Performed.firstCells(report.at("/tables/0/rows"));
        assertEquals(ALL, new HashSet<>(measured));
        report.at("/measurements").forEach(one -> assertTrue(one.path("median").asDouble() > 0, one.toString()));
    }

    @Test
    void shouldRefuseAPatternWhenNoBenchmarkHasIt() {
        assertEquals(2, Performed.code(out, "micro", "--smoke", "--only", "no such benchmark"));
    }
}
