package com.example;

import java.io.FileInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.github.leaderelection.LeaderElector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

@EnableKubernetesMockClient(crud = true)
class DeploymentTests {

	/** Where there is none the mock answers 404 without the Status of an API server. */
	private static final String LEASE = """
			apiVersion: coordination.k8s.io/v1
			kind: Lease
			metadata: { name: leader-election.jobs.default }
			spec: { leaseDurationSeconds: 1 }
			""";

	KubernetesClient client;

	private final List<ConfigurableApplicationContext> pods = new ArrayList<>();

	@AfterEach
	void close() {
		this.pods.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void onePodChargesCustomersAndTheOtherOnceItIsClosed() throws Exception {
		this.client.load(new FileInputStream("deployment.yaml")).create();
		this.client.resource(LEASE).create();
		int replicas = this.client.apps().deployments().withName("jobs").get().getSpec().getReplicas();
		for (int i = 0; i < replicas; i++) {
			start("jobs-" + i);
		}
		ConfigurableApplicationContext leader = awaitLeader();
		leader.close();
		this.pods.remove(leader);
		assertThat(awaitLeader()).isNotSameAs(leader);
	}

	private void start(String pod) {
		this.pods.add(new SpringApplicationBuilder(JobsApplication.class).initializers(
				(GenericApplicationContext context) -> context.registerBean(KubernetesClient.class, () -> this.client))
			.run("--server.port=0", "--HOSTNAME=" + pod, "--logging.level.io.fabric8=off"));
	}

	private ConfigurableApplicationContext awaitLeader() {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(this::leaders, (leaders) -> leaders.size() == 1 && hasCharged(leaders.get(0)))
			.get(0);
	}

	private List<ConfigurableApplicationContext> leaders() {
		return this.pods.stream().filter((each) -> each.getBean(LeaderElector.class).isLeader()).toList();
	}

	private static boolean hasCharged(ConfigurableApplicationContext instance) {
		return instance.getBean(Billing.class).runs() > 0;
	}

}
