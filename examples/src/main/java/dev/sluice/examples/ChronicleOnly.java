package dev.sluice.examples;

import java.util.List;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.queue.ChronicleQueue;

/**
 * Sends a lookup to a gateway without Sluice's client: the program uses only Chronicle Queue. The gateway accepts such requests
 * if its configuration contains {@code queues.foreign: true}.
 */
public final class ChronicleOnly {

    /** The only method with which this program writes requests. */
    public interface Asks {
        void askLookup(String name, Object key);
    }

    /** The kinds of results that this program reads. */
    public interface Answers {
        void rows(String name, List<String> columns, Object rows);

        void notFound(String name);

        void failed(String name, String kind, String code, String message, boolean retryable);
    }

    private ChronicleOnly() {}

    public static void main(String[] args) {
        try (ChronicleQueue in = ChronicleQueue.single(args[0] + "/in");
                ChronicleQueue out = ChronicleQueue.single(args[0] + "/out")) {
            final MethodReader results = out.createTailer().toEnd().methodReader(new Printed());
            in.methodWriter(Asks.class).askLookup("customer", 1L);
            while (!results.readOne()) {
                Thread.onSpinWait(); // if no other program writes requests, the next result is for our request
            }
        }
    }

    private static final class Printed implements Answers {
        @Override
        public void rows(String name, List<String> columns, Object rows) {
            System.out.println(name + " " + columns + " " + rows);
        }

        @Override
        public void notFound(String name) {
            System.out.println(name + " not found");
        }

        @Override
        public void failed(String name, String kind, String code, String message, boolean retryable) {
            System.out.println(name + " failed: " + message);
        }
    }
}
