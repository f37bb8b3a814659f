package io.github.leaderelection.test;

import java.util.List;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What applications and extensions see of all modules, and how much of it there is.
 */
class PublicTypesTests {

	private static final String ROOT = "io.github.leaderelection";

	private static final int MOST = 90;

	private static final JavaClasses classes = new ClassFileImporter().withImportOption(new ShippedClasses())
		.importPackages(ROOT);

	@Test
	void thereAreFewOutsideOfTheEngineRoom() {
		List<String> names = classes.stream()
			.filter((type) -> type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
			.filter((type) -> !isInternal(type) && !type.isAnnotatedWith(AutoConfiguration.class))
			.map(JavaClass::getName)
			.sorted()
			.toList();
		assertThat(names).contains(ROOT + ".LeaderElector", ROOT + ".spring.LeaderOnly").hasSizeLessThanOrEqualTo(MOST);
	}

	@Test
	void whatApplicationsCallKnowsNothingOfTheEngineRoom() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAnyPackage(ROOT, ROOT + ".fencing..", ROOT + ".jdbc", ROOT + ".spi", ROOT + ".spring")
			.should()
			.dependOnClassesThat()
			.resideInAPackage(ROOT + ".internal..")
			.check(classes);
	}

	private static boolean isInternal(JavaClass type) {
		return type.getPackageName().startsWith(ROOT + ".internal");
	}

}
