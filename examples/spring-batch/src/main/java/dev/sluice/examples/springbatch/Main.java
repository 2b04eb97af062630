package dev.sluice.examples.springbatch;

import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.SimpleCommandLinePropertySource;

/** Starts the job as Spring Boot would, with {@code --queues=DIR --database=URL --file=FILE --date=DATE}. */
public final class Main {

    private Main() {}

    /** Runs the job for the given date, or continues where the last execution for this date failed. */
    public static void main(String[] args) throws Exception {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new SimpleCommandLinePropertySource(args));
            context.register(LettersInSpringBatch.class);
            context.refresh();
            final String date = context.getEnvironment().getRequiredProperty("date");
            final JobExecution execution = context.getBean(JobLauncher.class)
                    .run(
                            context.getBean(Job.class),
                            new JobParametersBuilder().addString("date", date).toJobParameters());
            if (execution.getStatus().isUnsuccessful()) {
                throw new IllegalStateException("the job failed; remove the cause, then run it again: " + execution);
            }
        }
    }
}
