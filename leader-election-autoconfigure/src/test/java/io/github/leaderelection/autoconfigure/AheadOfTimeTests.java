package io.github.leaderelection.autoconfigure;

import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;

import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.NotLeaderException;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
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
import org.springframework.javapoet.ClassName;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

/**
 * Contexts whose beans are processed ahead of time, and the hints for native images.
 */
class AheadOfTimeTests {

	private static final String[] REPORTS = { "leader-election.standalone=true",
			"leader-election.groups.reports.priority=2", "leader-election.lease-duration=1m" };

	@Test
	@CompileWithForkedClassLoader
	void electorsOfAllGroupsAreThereAndMethodsAreGated() {
		running((context) -> {
			LeaderElectorRegistry electors = context.getBean(LeaderElectorRegistry.class);
			assertThat(electors.groups()).containsExactlyInAnyOrder("default", "reports");
			assertThat(context.getBean(Reports.class).elector).isSameAs(electors.elector("reports"));
			Job job = context.getBean(Job.class);
			assertThat(job.run("before the grant")).isIn("ran", "fell back: before the grant");
			electors.elector("default").awaitLeadership().join();
			assertThat(job.run("as leader")).isEqualTo("ran");
		}, REPORTS);
	}

	@Test
	@CompileWithForkedClassLoader
	void electorsOfADisabledElectionAreThereAndMethodsAreGated() {
		running((context) -> {
			assertThat(context.getBeansOfType(LeaderElector.class)).hasSize(2)
				.allSatisfy((name, elector) -> assertThat(elector.isLeader()).isFalse());
			assertThat(context.getBean(Reports.class).elector.group()).isEqualTo("reports");
			assertThat(context.getBean(Job.class).run("disabled")).isEqualTo("fell back: disabled");
		}, "leader-election.enabled=false", REPORTS[1]);
	}

	@Test
	void recordsOfMessagesAndMetadataOfKeysAreKept() throws NoSuchMethodException {
		RuntimeHints hints = processed().getRuntimeHints();
		assertThat(
				reflection().onConstructorInvocation(HandshakeFrame.Opening.class.getDeclaredConstructor(String.class)))
			.accepts(hints);
		assertThat(reflection().onMethodInvocation(HandshakeFrame.Opening.class.getDeclaredMethod("nonce")))
			.accepts(hints);
		assertThat(reflection().onType(QuorumMessage.class)).accepts(hints);
		assertThat(QuorumMessage.class.getPermittedSubclasses()).isNotEmpty()
			.allSatisfy((type) -> assertThat(reflection().onType(type)).accepts(hints));
		assertThat(reflection().onType(ClassUtils.resolveClassName("reactor.core.publisher.Flux", null)))
			.accepts(hints);
		assertThat(resource().forResource("META-INF/spring-configuration-metadata.json")).accepts(hints);
	}

	private static TestGenerationContext processed() {
		TestGenerationContext generation = new TestGenerationContext();
		process(generation, REPORTS);
		return generation;
	}

	private static ClassName process(TestGenerationContext generation, String... properties) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		TestPropertyValues.of(properties).applyTo(context);
		context.register(Application.class);
		return new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
	}

	@SuppressWarnings("unchecked")
	private static void running(Consumer<GenericApplicationContext> test, String... properties) {
		TestGenerationContext generation = new TestGenerationContext();
		String initializer = process(generation, properties).toString();
		generation.writeGeneratedContent();
		TestCompiler.forSystem().with(generation).compile((compiled) -> {
			try (GenericApplicationContext context = new GenericApplicationContext()) {
				TestPropertyValues.of(properties).applyTo(context);
				compiled.getInstance(ApplicationContextInitializer.class, initializer).initialize(context);
				context.refresh();
				test.accept(context);
			}
		});
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class })
	static class Application {

		@Bean
		Job job() {
			return new Job();
		}

		@Bean
		Reports reports(@Qualifier("reports") LeaderElector elector) {
			return new Reports(elector);
		}

	}

	static class Job {

		@LeaderOnly(fallbackMethod = "insteadOf")
		String run(String name) {
			return "ran";
		}

		String insteadOf(String name, NotLeaderException refusal) {
			return "fell back: " + name;
		}

	}

	static class Reports {

		private final LeaderElector elector;

		Reports(LeaderElector elector) {
			this.elector = elector;
		}

	}

}
