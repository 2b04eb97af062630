package dev.sluice.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.RequestKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The bytes that docs/reference/wire-format.md explains are those that are written. */
class WireFormatPageTest {

    private static final String MARK = "<!-- HexDump";

    @Test
    void shouldWriteTheBytesThatThePageExplains() throws Exception {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(
                message,
                RequestKind.LOOKUP,
                0xb8ef6ef8f79cc30fL,
                1,
                Map.of("job", "letters"),
                "customer",
                new Object[] {119L, "x"});
        final String page =
                Files.readString(Path.of("").toAbsolutePath().getParent().resolve("docs/reference/wire-format.md"));
        final String block = page.substring(page.indexOf(MARK)).split("```\n", 3)[1];
        assertEquals(
                HexFormat.ofDelimiter(" ").formatHex(message.toBytes()),
                block.lines().map(line -> line.split(" {2}", 2)[0].strip()).collect(Collectors.joining(" ")));
    }
}
