package io.github.leaderelection.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class GroupElectorsRegistrarTests {

	@Test
	void theNodeIsLookedForOnceHoweverManyGroupsThereAre() {
		MockEnvironment environment = new MockEnvironment();
		IntStream.range(0, 50)
			.forEach((i) -> environment.setProperty("leader-election.groups.g" + i + ".priority", "1"));
		CountingFactory beans = new CountingFactory();
		new GroupElectorsRegistrar(environment).postProcessBeanDefinitionRegistry(beans);
		assertThat(beans.getBeanDefinitionNames()).hasSize(50).contains("g0LeaderElector", "g49LeaderElector");
		assertThat(beans.looks).isEqualTo(1);
	}

	/** The line that a group needs which differs in nothing. */
	@ParameterizedTest
	@ValueSource(strings = { "leader-election:\n  groups:\n    billing:\n", "leader-election.groups.billing:\n",
			"leader-election:\n  groups:\n    billing: ''\n", "leader-election.groups: { billing: }\n",
			"leader-election:\n  groups:\n    billing:\n      # priority: 2\n" })
	void aNameWithNothingBehindItDeclaresAGroup(String yaml) {
		Standalone.runner()
			.withInitializer((context) -> load(context.getEnvironment(), new YamlPropertySourceLoader(), yaml))
			.run((context) -> assertThat(context.getBean(LeaderElectorRegistry.class).groups())
				.containsExactlyInAnyOrder("default", "billing"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.groups.billing:\n", "leader-election.groups.billing=\n" })
	void aPropertyWithNothingBehindItDoes(String properties) {
		Standalone.runner()
			.withInitializer(
					(context) -> load(context.getEnvironment(), new PropertiesPropertySourceLoader(), properties))
			.run((context) -> assertThat(context.getBean(LeaderElectorRegistry.class).groups())
				.containsExactlyInAnyOrder("default", "billing"));
	}

	private static void load(ConfigurableEnvironment environment, PropertySourceLoader loader, String text) {
		try {
			loader.load("file", new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)))
				.forEach(environment.getPropertySources()::addLast);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static final class CountingFactory extends DefaultListableBeanFactory {

		private static final long serialVersionUID = 1;

		private int looks;

		@Override
		public String[] getBeanNamesForType(Class<?> type, boolean includeNonSingletons, boolean allowEagerInit) {
			this.looks += (type == ElectionNode.class) ? 1 : 0;
			return super.getBeanNamesForType(type, includeNonSingletons, allowEagerInit);
		}

	}

}
