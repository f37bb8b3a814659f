package io.github.leaderelection.assignments.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.internal.assignment.actuate.AssignmentsDescriptor;
import io.github.leaderelection.internal.assignment.actuate.AssignmentsPart;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.view.PlanView;
import io.github.leaderelection.internal.assignment.work.PartitionedScheduling;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

/**
 * A context whose beans are processed ahead of time, and the hints for native images.
 */
class AssignmentsAheadOfTimeTests {

	private static final String[] PROPERTIES = { "leader-election.standalone=true",
			"leader-election.lease-duration=500ms", "leader-election.assignments.orders.partitions=2" };

	@Test
	@CompileWithForkedClassLoader
	@SuppressWarnings("unchecked")
	void scheduledMethodsRunForEachPartition() {
		TestGenerationContext generation = new TestGenerationContext();
		String initializer = process(generation);
		generation.writeGeneratedContent();
		TestCompiler.forSystem().with(generation).compile((compiled) -> {
			try (GenericApplicationContext context = new GenericApplicationContext()) {
				TestPropertyValues.of(PROPERTIES).applyTo(context);
				compiled.getInstance(ApplicationContextInitializer.class, initializer).initialize(context);
				context.refresh();
				assertThat(context.getBean(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME))
					.isInstanceOf(PartitionedScheduling.class);
				assertThat(context.getBean(AssignedPartitions.class).assignment()).isEqualTo("orders");
				List<String> called = context.getBean(Called.class).partitions;
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.untilAsserted(() -> assertThat(called).contains("p0", "p1"));
			}
		});
	}

	@Test
	void messagesAndMethodsAreKept() throws NoSuchMethodException {
		TestGenerationContext generation = new TestGenerationContext();
		process(generation);
		assertThat(AssignmentMessage.class.getPermittedSubclasses()).isNotEmpty()
			.allSatisfy((type) -> assertThat(reflection().onType(type)).accepts(generation.getRuntimeHints()));
		assertThat(reflection().onMethodInvocation(Work.class.getDeclaredMethod("work", AssignedPartition.class)))
			.accepts(generation.getRuntimeHints());
	}

	@Test
	void answerOfTheEndpointIsKept() throws NoSuchMethodException {
		RuntimeHints hints = new RuntimeHints();
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, AssignmentsPart.class);
		assertThat(reflection().onMethodInvocation(AssignmentsDescriptor.class.getMethod("workers"))).accepts(hints);
		assertThat(reflection().onMethodInvocation(PlanView.class.getMethod("unowned"))).accepts(hints);
	}

	private static String process(TestGenerationContext generation) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		TestPropertyValues.of(PROPERTIES).applyTo(context);
		context.register(Application.class);
		return new ApplicationContextAotGenerator().processAheadOfTime(context, generation).toString();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	@ImportAutoConfiguration({ LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class,
			LeaderElectionAssignmentsAutoConfiguration.class })
	static class Application {

		@Bean
		Called called(@Qualifier("orders") AssignedPartitions orders) {
			return new Called();
		}

		@Bean
		Work work(Called called) {
			return new Work(called);
		}

	}

	static class Called {

		final List<String> partitions = new CopyOnWriteArrayList<>();

	}

	static class Work {

		private final Called called;

		Work(Called called) {
			this.called = called;
		}

		@Scheduled(fixedDelay = 10)
		@PartitionedWork("orders")
		void work(AssignedPartition partition) {
			this.called.partitions.add(partition.name());
		}

	}

}
