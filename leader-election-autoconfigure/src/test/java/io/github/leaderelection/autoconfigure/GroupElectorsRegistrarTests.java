package io.github.leaderelection.autoconfigure;

import java.util.stream.IntStream;

import io.github.leaderelection.ElectionNode;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;

class GroupElectorsRegistrarTests {

	@Test
	void theNodeIsLookedForOnceHoweverManyGroupsThereAre() {
		MockEnvironment environment = new MockEnvironment();
		IntStream.range(0, 50)
			.forEach((i) -> environment.setProperty("leader-election.groups.g" + i + ".priority", "1"));
		DefaultListableBeanFactory beans = spy(new DefaultListableBeanFactory());
		new GroupElectorsRegistrar(environment).postProcessBeanDefinitionRegistry(beans);
		assertThat(beans.getBeanDefinitionNames()).hasSize(50).contains("g0LeaderElector", "g49LeaderElector");
		then(beans).should(times(1)).getBeanNamesForType(ElectionNode.class, true, false);
	}

}
