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
 * The claims of runs, as far as the requests of a lane were read. A process that opens a run writes a claim among the requests, a
 * message without a value. The claim's offset is in each request that the process writes for the run. A request whose claim is not the
 * last one of its run before it is of a former process, which was believed dead, and is not asked: whoever has the run now has read up
 * to its own claim, and asks for itself whatever comes after that.
 *
 * <p>The gateway keeps in the control topic which claims it has passed, each before it answers a request after it. So its next process
 * knows exactly those that are before the place where it begins. One thread reads, another one keeps.
 */
final class Claims {

    /** The offset of no claim. */
    static final long NONE = -1;

    private static final String HEADER = "sluice-claim";
    private static final String KIND = "claim";
    private static final String BEGIN = "begin";
    private static final String END = "end";
    private static final Pattern NAME = Pattern.compile("[^/]+/[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-1|[0-9]{1,18}");
    private static final Pattern TEXT = Pattern.compile(BEGIN + " ([^ /]+)|" + END + " ([^ /]+) ([0-9]{1,18})");

    /**
     * A claim of a run, or its end.
     *
     * @param offset its own
     * @param ended the claim that ends with it, {@link #NONE} if one begins
     */
    record Claim(String run, long offset, long ended) {

        /** What a message says; empty for any other message. */
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

    /** A message that claims that run. */
    static ProducerRecord<byte[], byte[]> begin(TopicPartition requests, String run) {
        return message(requests, BEGIN + " " + run);
    }

    /** A message that ends that claim of that run. */
    static ProducerRecord<byte[], byte[]> end(TopicPartition requests, String run, long claim) {
        return message(requests, END + " " + run + " " + claim);
    }

    private static ProducerRecord<byte[], byte[]> message(TopicPartition requests, String text) {
        final ProducerRecord<byte[], byte[]> message =
                new ProducerRecord<>(requests.topic(), requests.partition(), null, null);
        message.headers().add(HEADER, text.getBytes(StandardCharsets.UTF_8));
        return message;
    }

    /** The claims of a run's history, which begins after that one. */
    static Claims from(String run, long claim) {
        final Claims claims = new Claims();
        if (claim != NONE) {
            claims.last.put(run, claim);
        }
        return claims;
    }

    /** The claims before that offset, by what gateways have kept. */
    static Claims before(long offset, Control control) {
        final Claims claims = new Claims();
        kept(offset, control).forEach(claims::take);
        return claims;
    }

    /** What was kept of what is before that offset, in order. */
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

    /** Deletes what is kept and needed no more by a gateway that begins at that offset, in order. For the holder of the lease. */
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

    /** A claim was read among the requests. The thread that reads. */
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
        } else if (last.getOrDefault(claim.run(), NONE) == claim.ended()) { // otherwise another process has the run
            last.remove(claim.run());
        }
    }

    /** Whether a request with that claim is of the process that has its run, or is of no run. The thread that reads. */
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
     * Keeps what was passed before that request; every broker in sync has it when this returns.
     *
     * @throws dev.sluice.api.QueueException if the brokers do not take it
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
