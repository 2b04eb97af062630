package dev.sluice.replay.mishap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The model: which messages stand where in the files of a pair, by their bytes. It knows how long a document is and
 * nothing else, neither checksums nor running numbers.
 */
final class Messages {

    private static final int META = 1 << 30;

    private Messages() {}

    /** Where a message belongs. */
    record At(String file, int number) {}

    /** Where each message is, by its bytes. */
    static Map<ByteBuffer, At> places(Snapshot snapshot) {
        final Map<ByteBuffer, At> places = new HashMap<>();
        for (final String queue : List.of("in", "out")) {
            for (final String file : snapshot.rolls(queue)) {
                final List<ByteBuffer> documents =
                        of(snapshot.files().get(file), snapshot.lengths().get(file));
                for (int i = 0; i < documents.size(); i++) {
                    if (places.put(documents.get(i), new At(file, i)) != null) {
                        throw new IllegalStateException("two messages have the same bytes in " + file);
                    }
                }
            }
        }
        return places;
    }

    /** The places of those messages that are in the files of a pair anywhere. */
    static Set<At> readable(Snapshot snapshot, Map<ByteBuffer, At> places) {
        final Set<At> readable = new HashSet<>();
        for (final String queue : List.of("in", "out")) {
            for (final String file : snapshot.rolls(queue)) {
                for (final ByteBuffer document :
                        of(snapshot.files().get(file), snapshot.lengths().get(file))) {
                    if (places.containsKey(document)) {
                        readable.add(places.get(document));
                    }
                }
            }
        }
        return readable;
    }

    /** The places at which the right messages stand. */
    static Set<At> inPlace(Snapshot snapshot, Map<ByteBuffer, At> places) {
        final Set<At> inPlace = new HashSet<>();
        for (final String queue : List.of("in", "out")) {
            for (final String file : snapshot.rolls(queue)) {
                final List<ByteBuffer> documents =
                        of(snapshot.files().get(file), snapshot.lengths().get(file));
                for (int i = 0; i < documents.size(); i++) {
                    final At at = new At(file, i);
                    if (at.equals(places.get(documents.get(i)))) {
                        inPlace.add(at);
                    }
                }
            }
        }
        return inPlace;
    }

    private static List<ByteBuffer> of(byte[] file, long length) {
        final ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        final List<ByteBuffer> documents = new ArrayList<>();
        int at = 0;
        while (at + Integer.BYTES <= file.length && bytes.getInt(at) > 0) {
            final int header = bytes.getInt(at);
            final int size = header & META - 1;
            if ((header & META) == 0) {
                if (at + Integer.BYTES + size > length) {
                    return documents;
                }
                final byte[] document = new byte[size];
                bytes.get(at + Integer.BYTES, document, 0, Math.min(size, file.length - at - Integer.BYTES));
                documents.add(ByteBuffer.wrap(document));
            }
            at += Integer.BYTES + (size + 3 & ~3);
        }
        return documents;
    }
}
