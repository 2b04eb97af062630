package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.RequestKind;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Redrives of updates that succeeded, and whose database has lost them. */
class RedriveLostTest extends FailedRequests {

    @Test
    void shouldWriteUpdatesThatSucceededWhereTheirDatabaseHasLostThem() throws Exception {
        append("pay", 11L);
        append("customer", 12L);
        append(RequestKind.SEND, Map.of(), "mail", 13L);
        append(RequestKind.UPDATE, Map.of("deadline", "1"), "book", 14L);
        append("pay", 15L);
        answer(List.of(15L), List.of());
        append("pay", 16L); // waits
        assertEquals(2, redriveLost("0", "16", "--dry-run").requests(), "11 and 14");
        assertEquals(1, redriveLost("12", "16", "--dry-run").requests());
        assertEquals(1, redriveLost("0", "16", "--lookup pay --dry-run").requests());
        assertEquals(1, redriveLost("0", "16", "--key 14 --dry-run").requests());
        assertEquals(17, requests().size());
        final Report report = redriveLost("0", "16");
        assertEquals(2, report.requests(), report::toString);
        assertEquals("LOST", report.json().get("groups").get(0).get("failure").textValue());
        final List<JsonNode> written = behind(17);
        assertEquals(List.of("11", "14"), keys(written));
        assertEquals(
                cycle + ":14", written.get(1).get("headers").get("redrive-of").textValue());
        assertFalse(written.get(1).get("headers").has("deadline"));
        assertEquals(2, redriveLost("0", "16").leftOut("waits"));
        answer(List.of(), List.of(14L));
        final Report next = redriveLost("0", "15");
        assertEquals(0, next.requests());
        assertEquals(1, next.leftOut("succeeded"));
        assertEquals(1, next.leftOut("failed_again"));
        assertEquals(1, redriveLost("0", "15", "--again").requests());
        assertEquals(List.of("14"), keys(behind(19)));
    }

    @Test
    void shouldWriteOnceWhatTheDatabaseHasLostTogetherWithItsRedrives() throws Exception {
        append("pay", 11L);
        answer(List.of(), List.of());
        redriveLost("11", "11");
        answer(List.of(), List.of());
        assertEquals(0, redriveLost("11", "11").requests());
        assertEquals(1, redriveLost("11", "12").requests(), "the second loss has the redrive, too");
        assertEquals(0, redriveLost("11", "12").requests());
        answer(List.of(), List.of());
        assertEquals(1, redriveLost("12", "13").requests(), "and the third one only redrives");
        assertEquals(List.of("11", "11", "11"), keys(behind(12)));
        behind(12)
                .forEach(copy -> assertEquals(
                        cycle + ":11", copy.get("headers").get("redrive-of").textValue()));
        assertEquals(0, report("--key 11").requests(), "nothing failed");
    }

    @Test
    void shouldWriteALostUpdateOfAnUnfinishedRunWhichTakesItsResultForGood() throws Exception {
        try (GatewayClient client = GatewayClient.builder(directory)
                        .options(AnsweredQueues.OPTIONS)
                        .open();
                Job job = client.job("letters", "today")) {
            job.handled(job.item("one"));
            job.mark("");
        }
        append(RequestKind.UPDATE, run("2"), "pay", 101L);
        answer(List.of(), List.of());
        assertEquals(1, redriveLost("11", "11").requests());
        assertEquals(
                "letters", behind(12).get(0).get("headers").get("original-job").textValue());
    }

    @Test
    void shouldRefuseToWriteLostUpdatesWithoutAnEnd() {
        for (final String options : List.of("--lost", "--lost --from C:0", "--lost --to C:9 --dry-run")) {
            assertEquals(2, redrive(options));
        }
        assertTrue(tool.err().contains("--lost needs --from and --to: the first and the last update"), tool.err());
        assertEquals(2, redrive("--lost --from C:0 --to C:9 --failure TIMEOUT"));
        assertTrue(tool.err().contains("leave out --failure"), tool.err());
        assertEquals(11, requests().size());
    }

    private Report redriveLost(String from, String to) throws IOException {
        return redriveLost(from, to, "");
    }

    private Report redriveLost(String from, String to, String options) throws IOException {
        return report("--lost --from C:" + from + " --to C:" + to + " " + options);
    }
}
