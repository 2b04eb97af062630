package dev.sluice.testing;

import dev.sluice.api.RequestKind;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.job.Sink;
import dev.sluice.transport.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A job of fifty items, each a lookup and an update, that runs over any transport. */
public final class GreetingJob {

    private GreetingJob() {}

    static Answers customers() {
        final Answers answers = new Answers();
        answers.stub(RequestKind.LOOKUP, "customer", id -> Map.of("name", "No. " + id));
        answers.stub(RequestKind.UPDATE, "greeted", arguments -> 1L);
        return answers;
    }

    /** Runs the job whole at a new address; returns how many requests the gateway answered. */
    public static long greetAll(String address) {
        return greetAll(address, address);
    }

    /** Runs it with an address for the gateway, and one for the job, of one lane. */
    public static long greetAll(String ofGateway, String ofJob) {
        try (Lane lane = LaneByHand.open(ofGateway);
                StubGateway gateway = StubGateway.start(lane, customers())) {
            greet(ofJob, new ArrayList<>(), Integer.MAX_VALUE);
            return answered(100, gateway);
        }
    }

    /** How many requests they have answered, when it is at least so many: they count a result after a job can see it. */
    static long answered(long atLeast, StubGateway... gateways) {
        long answered;
        do {
            answered = Stream.of(gateways).mapToLong(StubGateway::answered).sum();
        } while (answered < atLeast);
        return answered;
    }

    /** Keeps so many greetings. */
    record Greetings(List<String> kept, int most) implements Sink<String> {

        @Override
        public void resume(String mark) {
            kept.subList(mark.isEmpty() ? 0 : Integer.parseInt(mark), kept.size())
                    .clear();
        }

        @Override
        public void write(String greeting) {
            if (kept.size() == most) {
                throw new IllegalStateException("stopped");
            }
            kept.add(greeting);
        }

        @Override
        public String mark() {
            return Integer.toString(kept.size());
        }

        @Override
        public void close() {
            // they are kept
        }
    }

    static JobReport greet(String address, List<String> greetings, int stopAfter) {
        return greet(address, JobOptions.DEFAULTS, greetings, stopAfter);
    }

    static JobReport greet(String address, JobOptions options, List<String> greetings, int stopAfter) {
        try (GatewayClient client = GatewayClient.builder(address)
                        .options(LaneByHand.OPTIONS)
                        .open();
                Job job = client.job("greetings", "2026-11-22", options)) {
            return job.run(
                    LongStream.rangeClosed(1, 50).boxed().toList(),
                    String::valueOf,
                    (id, gateway) -> {
                        final String name = gateway.lookup("customer", id)
                                .get()
                                .orElseThrow()
                                .getString("name");
                        gateway.update("greeted", id);
                        return "Dear " + name;
                    },
                    new Greetings(greetings, stopAfter));
        }
    }
}
