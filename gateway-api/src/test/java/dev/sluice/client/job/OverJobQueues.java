package dev.sluice.client.job;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job.JobBody;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.internal.queue.EchoGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tests of jobs begin with: queues of their own, and the job {@code letters} over them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class OverJobQueues {

    /** A mark after each item. */
    static final JobOptions EACH = JobOptions.DEFAULTS.withMarks(Duration.ZERO);

    @TempDir
    Path directory;

    JobQueues job;

    private final List<EchoGateway> gateways = new ArrayList<>();

    @BeforeEach
    void open() {
        job = new JobQueues(directory);
    }

    @AfterEach
    void close() {
        try {
            gateways.forEach(EchoGateway::close);
        } finally {
            job.close();
        }
    }

    /** Answers what has no result yet, and all that comes, until the test has ended. */
    void serve() {
        gateways.add(EchoGateway.start(job.queues()));
    }

    /** The letters of these items into that sink. */
    JobReport run(JobOptions options, long items, Sink<? super String> sink) {
        return run(options, items, JobQueues::letter, sink);
    }

    JobReport run(JobOptions options, long items, JobBody<Long, String> body, Sink<? super String> sink) {
        try (GatewayClient client = job.client();
                Job run = client.job("letters", "today", options)) {
            return run.run(JobQueues.items(items), item -> "k" + item, body, sink);
        }
    }
}
