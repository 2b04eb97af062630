package dev.sluice.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * The claims of runs that a reader has found so far among the requests of a lane. A process that opens a run writes a claim,
 * which is a message without a value, among the requests. Each request that the process writes for the run contains the offset of
 * this claim. If there is another claim of the run between this claim and a request, the request comes from an earlier process of
 * the run that is still alive, and the gateway refuses it. The process that wrote the last claim has read all requests of the run
 * before this claim, and is the only one to send further requests of the run.
 *
 * <p>The gateway stores each claim in the control topic before it answers any request that follows the claim. So the next gateway
 * process finds in the control topic all claims before the offset at which it begins to read. One thread reads the claims, and
 * another thread stores them.
 */
final class Claims {

    /** The value for the offset of a claim if there is no claim. */
    static final long NONE = -1;

    private static final String HEADER = "sluice-claim";
    private static final String KIND = "claim";
    private static final String BEGIN = "begin";
    private static final String END = "end";
    private static final Pattern NAME = Pattern.compile("[^/]+/[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-1|[0-9]{1,18}");
    private static final Pattern TEXT = Pattern.compile(BEGIN + " ([^ /]+)|" + END + " ([^ /]+) ([0-9]{1,18})");

    /**
     * A claim of a run, or the end of such a claim.
     *
     * @param run the name of the run
     * @param offset the offset of this message
     * @param ended the offset of the claim that this message ends; {@link #NONE} for a new claim
     */
    record Claim(String run, long offset, long ended) {

        /** Parses a message; empty if it is not a claim. */
        static Optional<Claim> of(ConsumerRecord<byte[], byte[]> message) {
            final Header header = message.value() == null ? message.headers().lastHeader(HEADER) : null;
            if (header == null || header.value() == null) {
                return Optional.empty();
            }
            final Matcher text = TEXT.matcher(new String(header.value(), StandardCharsets.UTF_8));
            if (!text.matches()) {
                return Optional.empty();
            }
            return Optional.of(
                    text.group(1) == null
                            ? new Claim(text.group(2), message.offset(), Long.parseLong(text.group(3)))
                            : new Claim(text.group(1), message.offset(), NONE));
        }

        boolean isEnd() {
            return ended != NONE;
        }
    }

    private final Map<String, Long> last = new HashMap<>();
    /** Guarded by itself. */
    private final Deque<Claim> unkept = new ArrayDeque<>();

    private volatile long firstUnkept = Long.MAX_VALUE;
    private long known = NONE;

    /** Returns a message that claims a run. */
    static ProducerRecord<byte[], byte[]> begin(TopicPartition requests, String run) {
        return message(requests, BEGIN + " " + run);
    }

    /** Returns a message that ends a claim of a run. */
    static ProducerRecord<byte[], byte[]> end(TopicPartition requests, String run, long claim) {
        return message(requests, END + " " + run + " " + claim);
    }

    private static ProducerRecord<byte[], byte[]> message(TopicPartition requests, String text) {
        final ProducerRecord<byte[], byte[]> message =
                new ProducerRecord<>(requests.topic(), requests.partition(), null, null);
        message.headers().add(HEADER, text.getBytes(StandardCharsets.UTF_8));
        return message;
    }

    /**
     * Returns only the given claim, or no claim for {@link #NONE}. A reader uses this if it begins directly after that claim and
     * needs only the requests of this run.
     */
    static Claims from(String run, long claim) {
        final Claims claims = new Claims();
        if (claim != NONE) {
            claims.last.put(run, claim);
        }
        return claims;
    }

    /** Returns the claims before an offset, as stored by earlier gateways. */
    static Claims before(long offset, Control control) {
        final Claims claims = new Claims();
        kept(offset, control).forEach(claims::take);
        return claims;
    }

    /** Returns the stored claims before an offset, sorted by offset. */
    private static List<Claim> kept(long offset, Control control) {
        return control.values(KIND).entrySet().stream()
                .filter(kept -> NAME.matcher(kept.getKey()).matches()
                        && NUMBER.matcher(kept.getValue()).matches())
                .map(kept -> {
                    final int slash = kept.getKey().indexOf('/');
                    return new Claim(
                            kept.getKey().substring(0, slash),
                            Long.parseLong(kept.getKey().substring(slash + 1)),
                            Long.parseLong(kept.getValue()));
                })
                .filter(claim -> claim.offset() < offset)
                .sorted(Comparator.comparingLong(Claim::offset))
                .toList();
    }

    /**
     * Deletes, the oldest first, the stored claims that a gateway does not need if it starts at this offset. Called by the holder
     * of the lease.
     */
    static void forget(long offset, Control control) {
        final List<Claim> kept = kept(offset, control);
        final Claims claims = new Claims();
        kept.forEach(claims::take);
        control.removeAll(
                KIND,
                kept.stream()
                        .filter(claim -> claims.last.getOrDefault(claim.run(), NONE) != claim.offset())
                        .map(Claims::name)
                        .toList());
    }

    private static String name(Claim claim) {
        return claim.run() + "/" + claim.offset();
    }

    /** Called by the reading thread for each claim among the requests. */
    void pass(Claim claim) {
        take(claim);
        synchronized (unkept) {
            unkept.add(claim);
            firstUnkept = unkept.element().offset();
        }
    }

    private void take(Claim claim) {
        known = NONE;
        if (!claim.isEnd()) {
            last.put(claim.run(), claim.offset());
        } else if (last.getOrDefault(claim.run(), NONE) == claim.ended()) { // else another process has claimed the run
            last.remove(claim.run());
        }
    }

    /**
     * Whether a request with this claim may be executed. If the request belongs to a run, it must come from the process that
     * wrote the run's last claim. Called by the reading thread.
     */
    boolean isLast(long claim) {
        if (claim == NONE || claim == known) {
            return true;
        } else if (last.containsValue(claim)) {
            known = claim;
            return true;
        }
        return false;
    }

    /**
     * Stores all claims before a request that are not stored yet. When this returns, every in-sync broker has these claims.
     *
     * @throws dev.sluice.api.QueueException if the brokers refuse a claim
     */
    void keepBefore(long request, Control control) {
        while (request > firstUnkept) {
            final Claim claim;
            synchronized (unkept) {
                claim = unkept.remove();
                firstUnkept =
                        unkept.isEmpty() ? Long.MAX_VALUE : unkept.element().offset();
            }
            control.put(KIND, name(claim), Long.toString(claim.ended()));
        }
    }
}
