export default 'own module';
