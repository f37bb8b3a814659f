package io.github.leaderelection.autoconfigure;

import java.util.stream.IntStream;

import io.github.leaderelection.ElectionNode;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
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
