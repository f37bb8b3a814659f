package io.github.leaderelection.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import io.github.leaderelection.store.jdbc.FencingExamples.Books;
import io.github.leaderelection.store.jdbc.FencingExamples.Clients;
import io.github.leaderelection.store.jdbc.FencingExamples.Ledger;
import io.github.leaderelection.store.jdbc.FencingExamples.Partitions;
import io.github.leaderelection.store.jdbc.FencingExamples.Receiver;
import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;
import io.github.leaderelection.fencing.web.FencingTokenExchangeFilter;
import io.github.leaderelection.fencing.web.FencingTokenInterceptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The examples of the guide on fencing do what it says.
 */
class FencingExamplesTests {

	private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	private static ConfigurableApplicationContext context;

	@BeforeAll
	static void run() {
		context = new SpringApplicationBuilder(FencingExamples.class).web(WebApplicationType.SERVLET)
			.registerShutdownHook(false)
			.properties("server.port=0", "server.shutdown=immediate", "spring.main.banner-mode=off",
					TestCluster.WITHOUT_SECURITY, "leader-election.lease-duration=1m",
					"leader-election.heartbeat-interval=50ms", "leader-election.fencing.guard=jdbc",
					"leader-election.fencing.filter.enabled=true")
			.run();
		Standalone.awaitLeader(context);
	}

	@AfterAll
	static void stop() {
		context.close();
	}

	@Test
	void everyExampleOfTheGuideIsAPartOfThem() throws IOException {
		Path above = Path.of("").toAbsolutePath();
		while (!Files.isRegularFile(above.resolve("docs/fencing.md"))) {
			above = above.getParent();
			assertThat(above).as("folder with docs/fencing.md").isNotNull();
		}
		String code = unindented(Files.readString(above.resolve("leader-election-stores/jdbc/src/test/java/"
				+ FencingExamples.class.getName().replace('.', '/') + ".java")))
			.replace("static class", "class");
		List<String> examples = EXAMPLE.matcher(Files.readString(above.resolve("docs/fencing.md")))
			.results()
			.map((found) -> unindented(found.group(1)).replaceAll("(?m)^import .*\\n", "").strip())
			.toList();
		assertThat(examples).hasSize(6).allSatisfy((example) -> assertThat(code).contains(example));
	}

	private static String unindented(String text) {
		return Pattern.compile("^[ \\t]+", Pattern.MULTILINE).matcher(text).replaceAll(Matcher.quoteReplacement(""));
	}

	@Test
	void ledgerRefusesTheOldLeader() {
		context.getBean(Books.class).closeDay();
		Ledger ledger = context.getBean(Ledger.class);
		assertThat(ledger.entries()).contains("closed");
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> ledger.enter("too late", 1));
		assertThat(ledger.entries()).doesNotContain("too late");
	}

	@Test
	void formerOwnerOfAPartitionIsRefused() {
		Partitions partitions = context.getBean(Partitions.class);
		partitions.enter("orders-7", new LeaderSequenceNumber(14, 3));
		partitions.enter("orders-7", new LeaderSequenceNumber(14, 5));
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> partitions.enter("orders-7", new LeaderSequenceNumber(14, 3)))
			.withMessageContainingAll("(14, 3)", "(14, 5)");
		assertThat(context.getBean(Ledger.class).entries()).filteredOn("orders-7"::equals).hasSize(2);
	}

	@Test
	void clientsSendTheToken() {
		String url = "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
		Clients clients = new Clients();
		RestClient client = clients.ledgerClient(RestClient.builder().baseUrl(url),
				context.getBean(FencingTokenInterceptor.class));
		assertThat(client.post().uri("/entries").retrieve().body(String.class)).isEqualTo("entered");
		WebClient reactive = clients.reactiveLedgerClient(WebClient.builder().baseUrl(url),
				context.getBean(FencingTokenExchangeFilter.class));
		assertThat(reactive.post().uri("/entries").retrieve().bodyToMono(String.class).block(Standalone.PATIENCE))
			.isEqualTo("entered");
		assertThat(context.getBean(Ledger.class).entries()).filteredOn("from the leader of default"::equals).hasSize(2);
	}

	@Test
	void receiverDropsWhatIsStaleAndPutsTheRestInOrder() {
		Leadership leadership = context.getBean(LeaderElector.class).leadership().orElseThrow();
		LeaderSequenceNumber first = leadership.nextSequence();
		LeaderSequenceNumber second = leadership.nextSequence();
		Receiver gated = new Receiver(new InMemoryFencingGuard());
		gated.receive(second, "second");
		gated.receive(first, "first");
		assertThat(gated.prices()).containsExactly("second");
		Receiver ordered = new Receiver(new InMemoryFencingGuard());
		ordered.receiveAll(second, "second");
		ordered.receiveAll(first, "first");
		assertThat(ordered.prices()).containsExactly("first", "second");
	}

}
