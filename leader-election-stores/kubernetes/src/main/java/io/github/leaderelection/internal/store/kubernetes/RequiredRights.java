package io.github.leaderelection.internal.store.kubernetes;

import java.util.ArrayList;
import java.util.List;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * The rights that a store needs, all in one namespace.
 *
 * @param labelsPods whether the leader's pod has a label
 */
record RequiredRights(String namespace, boolean labelsPods) {

	private static final String RBAC = "rbac.authorization.k8s.io";

	List<PolicyRule> rules() {
		List<PolicyRule> rules = new ArrayList<>();
		rules.add(new PolicyRuleBuilder().withApiGroups("coordination.k8s.io")
			.withResources("leases")
			.withVerbs("get", "list", "watch", "create", "update")
			.build());
		if (this.labelsPods) {
			rules.add(new PolicyRuleBuilder().withApiGroups("").withResources("pods").withVerbs("patch").build());
		}
		return rules;
	}

	/** YAML for {@code kubectl apply} that grants the rights to an account. */
	String manifest(ServiceAccount account) {
		// Another application of the namespace has rights of its own.
		String name = account.name() + "-leader-election";
		KubernetesSerialization yaml = new KubernetesSerialization();
		return yaml
			.asYaml(new RoleBuilder().withNewMetadata()
				.withName(name)
				.withNamespace(this.namespace)
				.endMetadata()
				.withRules(rules())
				.build())
				+ yaml.asYaml(new RoleBindingBuilder().withNewMetadata()
					.withName(name)
					.withNamespace(this.namespace)
					.endMetadata()
					.withNewRoleRef(RBAC, "Role", name)
					.addNewSubject("", "ServiceAccount", account.name(), account.namespace())
					.build());
	}

}
