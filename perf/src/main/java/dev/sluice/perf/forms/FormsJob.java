package dev.sluice.perf.forms;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.run.HeapWatch;
import dev.sluice.perf.system.ChildJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A job in one {@link Form}, in a JVM of its own. Asked with a directory of queues, it does the job over them once. */
final class FormsJob {

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Form form;
    private final int items;
    private final int width;
    private final HeapWatch heap = HeapWatch.start();

    private FormsJob(Form form, int items, int width) {
        this.form = form;
        this.items = items;
        this.width = width;
    }

    /**
     * What one run came to.
     *
     * @param nanos from the first request to the last answer handled
     * @param cpuNanos of all threads of the JVM meanwhile
     * @param heapMost bytes in use after a collection meanwhile, at most
     * @param heapEnd bytes in use after a full collection at the end
     */
    record Done(long nanos, long cpuNanos, long heapMost, long heapEnd) {

        static Done parse(String line) {
            final String[] words = line.split(" ");
            return new Done(
                    Long.parseLong(words[0]),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]));
        }

        @Override
        public String toString() {
            return nanos + " " + cpuNanos + " " + heapMost + " " + heapEnd;
        }
    }

    /** Arguments: the form, how many items, how many bodies at a time. */
    public static void main(String[] args) throws Exception {
        final FormsJob job = new FormsJob(Form.valueOf(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        try (BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String queues = asked.readLine(); queues != null; queues = asked.readLine()) {
                ChildJvm.say(job.run(Path.of(queues)).toString());
            }
        }
    }

    private Done run(Path queues) throws Exception {
        try (GatewayClient client = GatewayClient.open(queues)) {
            final Handled handled = new Handled();
            heap.reset();
            final long cpu = PROCESS.getProcessCpuTime();
            final long start = System.nanoTime();
            form.ask(client, items, width, handled);
            final long nanos = System.nanoTime() - start;
            final long cpuNanos = PROCESS.getProcessCpuTime() - cpu;
            final long most = heap.most();
            handled.mustBe(items);
            return new Done(nanos, cpuNanos, most, heap.reset());
        }
    }
}
