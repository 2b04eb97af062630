package dev.sluice.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.perf.report.Measurements;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final Run run = new Run(
            Size.Kind.QUICK,
            Map.of(),
            2,
            1,
            Path.of("unused"),
            new Progress(new PrintStream(shown, true, StandardCharsets.UTF_8), false));

    @Test
    void shouldTurnTheOrderRoundWhenVariantsAreMeasuredAgain() throws Exception {
        final List<String> order = new ArrayList<>();
        run.inTurns("", 1, variants(order));

        assertEquals(List.of("b", "a", "a", "b", "b", "a"), order);
    }

    @Test
    void shouldNotCountTheWarmUpWhenVariantsAreMeasured() throws Exception {
        final List<String> order = new ArrayList<>();
        final Measurements measured = run.inTurns("", 1, variants(order));

        assertEquals(List.of(3.0, 6.0), measured.get("a").values());
    }

    @Test
    void shouldSayWhatIsMeasuredWhenNoTerminalIsThere() throws Exception {
        run.inTurns("", 1, variants(new ArrayList<>()));

        assertEquals(
                List.of("b: warm-up", "a: warm-up", "a: 1 of 2", "b: 1 of 2", "b: 2 of 2", "a: 2 of 2"),
                shown.toString(StandardCharsets.UTF_8).lines().toList());
    }

    /** Each comes to how many were measured by then. */
    private static List<Variant> variants(List<String> order) {
        return Stream.of("a", "b")
                .map(name -> Variant.of(name, "us", () -> {
                    order.add(name);
                    return (double) order.size();
                }))
                .toList();
    }
}
