package dev.sluice.replay.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * A line of an export file: a JSON object whose last member is the CRC-32C of the bytes before that member. So a damaged line is
 * found before anything of it is handed over.
 */
final class CheckedLine {

    /** Texts may be as long as a queue takes them. */
    static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final int END = "}".length();
    private static final int CRC = ",\"crc\":\"01234567\"}".length();

    private CheckedLine() {}

    /** The line of that object, which has a member, with its line feed. */
    static byte[] of(Object object) throws JsonProcessingException {
        final byte[] json = MAPPER.writeValueAsBytes(object);
        final int length = json.length - END;
        final byte[] line = Arrays.copyOf(json, length + CRC + 1);
        System.arraycopy(crc(json, length), 0, line, length, CRC);
        line[length + CRC] = '\n';
        return line;
    }

    /**
     * Reads a line without its line feed.
     *
     * @throws IllegalArgumentException if it is not as it was written
     */
    static JsonNode parse(byte[] line) throws IOException {
        final int length = line.length - CRC;
        if (length < 0 || !Arrays.equals(line, length, line.length, crc(line, length), 0, CRC)) {
            throw new IllegalArgumentException("the line is not as it was written, by its crc");
        }
        return MAPPER.readTree(line);
    }

    private static byte[] crc(byte[] line, int length) {
        final CRC32C crc = new CRC32C();
        crc.update(line, 0, length);
        final String hex = HexFormat.of().toHexDigits((int) crc.getValue());
        return (",\"crc\":\"" + hex + "\"}").getBytes(StandardCharsets.US_ASCII);
    }
}
